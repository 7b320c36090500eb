const preload = '<link rel="modulepreload" '

/** How React writes the mark of a picture that is the largest thing of its page. */
const mainPicture = ' fetchPriority="high"'

/** The script in which React Router starts a page: imports of its modules, then the entry. */
const starter = /<script type="module" async="">((?:import [^\n]*\n)+)/

/**
 * Whoever comes may start before everything is there: by touching the page, or by waiting for a picture that does not
 * come. Its own preloads are woken, so that all modules are fetched at once although they are imported one by one.
 */
const whenShown = `await new Promise((start) => {
  if (document.readyState === "complete") start();
  for (const sign of ["load", "pointerdown", "keydown"]) addEventListener(sign, start, { once: true });
  setTimeout(start, 3000);
});
for (const link of document.querySelectorAll("link[data-later]")) link.rel = "modulepreload";
`

/**
 * The page with its scripts behind what it shows. Every page can be read before its scripts are there: on a slow line
 * they must not share it with fonts and pictures. Where the largest thing is a picture, they are not even asked for
 * before the page has loaded; elsewhere the page may need them to show anything, and they come early, but last in line.
 */
export function scriptsLast(html: string): string {
  if (!html.includes(mainPicture) || !starter.test(html))
    return html.replaceAll(preload, `${preload}fetchpriority="low" `)
  return html
    .replaceAll(preload, '<link data-later="" ')
    .replace(
      starter,
      (_all, imports: string) => `<script type="module" async="">${whenShown}${whenImported(imports)}`,
    )
}

/** The import statements as calls, which wait for their turn. */
function whenImported(imports: string): string {
  return imports
    .replaceAll(/^import \* as (\w+) from ("[^"]*")/gm, 'const $1 = await import($2)')
    .replaceAll(/^import ("[^"]*")/gm, 'await import($1)')
}
