/** The script that makes the islands of a page work: web/islands/start.ts. */
export interface StartScript {
  url: string
  /** A module that the development server runs first. */
  before?: string | undefined
}

/** Adds it to a page, which is readable without. */
export function addStartScript(html: string, { url, before }: StartScript): string {
  const script =
    before === undefined
      ? `<script type="module" async="" src="${url}"></script>`
      : `<script type="module">await import("${before}");\nawait import("${url}")</script>`
  return html.replace(/<\/body><\/html>$/, () => `${script}</body></html>`)
}

/** Loads the scripts of a dashboard page with low priority: they are many, and compete with what the page shows first. */
export const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
