const preload = '<link rel="modulepreload" '

/** How React renders the priority of the main image. */
const mainImage = ' fetchPriority="high"'

/** React Router's inline script: static imports of the modules, then the entry. */
const starter = /<script type="module" async="">((?:import [^\n]*\n)+)/

/**
 * Waits for the page to load, for the first input, or for 3 s if an image is slow. Then it enables the preloads, so that
 * all modules load in parallel although they are imported one by one.
 */
const waitForLoad = `await new Promise((start) => {
  if (document.readyState === "complete") start();
  for (const event of ["load", "pointerdown", "keydown"]) addEventListener(event, start, { once: true });
  setTimeout(start, 3000);
});
for (const link of document.querySelectorAll("link[data-later]")) link.rel = "modulepreload";
`

/**
 * Loads the scripts of a page after its content, because every page is readable without them. Pages with a main image load
 * them after the load event. Other pages load them early with low priority, because they may need them to show content.
 */
export function scriptsLast(html: string): string {
  if (!html.includes(mainImage) || !starter.test(html))
    return html.replaceAll(preload, `${preload}fetchpriority="low" `)
  return html
    .replaceAll(preload, '<link data-later="" ')
    .replace(
      starter,
      (_all, imports: string) => `<script type="module" async="">${waitForLoad}${toDynamicImports(imports)}`,
    )
}

/** Turns static imports into awaited dynamic imports. */
function toDynamicImports(imports: string): string {
  return imports
    .replaceAll(/^import \* as (\w+) from ("[^"]*")/gm, 'const $1 = await import($2)')
    .replaceAll(/^import ("[^"]*")/gm, 'await import($1)')
}
