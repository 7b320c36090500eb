import type { PageData } from '../navigation/page.ts'

interface Entry {
  module: string
  imports: readonly string[]
}

/** How React renders the priority of the main image. */
const mainImage = ' fetchPriority="high"'

/** Waits for the page to load, for the first input, or for 3 s if an image is slow. */
const waitForLoad = `await new Promise((start) => {
  if (document.readyState === "complete") start();
  for (const event of ["load", "pointerdown", "keydown"]) addEventListener(event, start, { once: true });
  setTimeout(start, 3000);
});
`

/**
 * Adds the script that makes a page of the storefront work, and its data. Every page is readable without them. Pages with a
 * main image load scripts after the load event. Other pages load them early with low priority, because they may need
 * them to show content. `development` is the URL of a module that runs first.
 */
export function addStartScript(html: string, data: PageData, entry: Entry, development?: string): string {
  const routes = data.routes.map(({ module }) => module)
  const others = [...new Set([...entry.imports, ...data.routes.flatMap(({ imports }) => imports)])]
  const waits = html.includes(mainImage)
  const preloads = waits ? [] : [entry.module, ...routes, ...others]
  const start = [
    waits ? waitForLoad : '',
    development ? `await import(${JSON.stringify(development)});\n` : '',
    // All at once, although they import each other.
    `const load = (urls) => Promise.all(urls.map((url) => import(url)));\n`,
    `const [[{ startStorefront }], routes] = await Promise.all([${JSON.stringify([entry.module])}, ${JSON.stringify(routes)}, ${JSON.stringify(others)}].map(load));\n`,
    `startStorefront(JSON.parse(document.getElementById("page-data").textContent), routes);`,
  ].join('')
  const scripts = [
    ...preloads.map((url) => `<link rel="modulepreload" fetchpriority="low" href="${url}"/>`),
    // An unescaped `<` could end the script element.
    `<script type="application/json" id="page-data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`,
    `<script type="module" async="">${start}</script>`,
  ].join('')
  return html.replace(/<\/body><\/html>$/, () => `${scripts}</body></html>`)
}

/** Loads the scripts of a dashboard page with low priority: they are many, and compete with what the page shows first. */
export const scriptsLast = (html: string): string =>
  html.replaceAll('<link rel="modulepreload" ', '<link rel="modulepreload" fetchpriority="low" ')
