const titles = new Map([
  [400, 'This address is not valid'],
  [404, 'Page not found'],
  [421, 'No shop here'],
  [503, 'We’ll be right back'],
])

/** An error page without scripts, styles or database. It escapes `sentence` and `requestId`. */
export function plainPage(status: number, sentence: string, requestId: string): string {
  const title = titles.get(status) ?? 'Something went wrong'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(sentence)}</p>
<p><a href="">Try again</a> or <a href="/">go to the home page</a>.</p>
<p><small>${escapeHtml(requestId)}</small></p>
</main>
</body>
</html>
`
}

/** Escapes text for HTML elements and quoted attributes. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
