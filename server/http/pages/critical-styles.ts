import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseStyles, usedStyles, type StylePart } from './style-parts.ts'

// A page carries the rules that its own elements use, so it paints without waiting for the stylesheet. The whole
// stylesheet follows at the end of the body, for elements that scripts add. See docs/decisions/029-first-paint.md.

/** Puts the styles that a page uses into the page. */
export type InlineStyles = (html: string) => string

/** A process has one build, and tests many apps. */
const read = new Map<string, Promise<InlineStyles>>()

/** Reads the stylesheets of the build. A page whose stylesheet is unknown stays as it is. */
export function criticalStyles(buildFolder: string): Promise<InlineStyles> {
  const reading = read.get(buildFolder) ?? readStyles(buildFolder)
  read.set(buildFolder, reading)
  return reading
}

async function readStyles(buildFolder: string): Promise<InlineStyles> {
  const folder = join(buildFolder, 'client', 'assets')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.css'))
  const sheets = new Map<string, StylesFor>()
  for (const name of names)
    sheets.set(`/assets/${name}`, stylesFor(parseStyles(await readFile(join(folder, name), 'utf8'))))
  return (html) => inlineStyles(html, sheets)
}

/**
 * Replaces the stylesheet in the head by the rules that the page uses. Moves its link to the end of the body, where it does
 * not delay the first paint. `sheets` is keyed by URL.
 */
export function inlineStyles(html: string, sheets: ReadonlyMap<string, StylesFor>): string {
  const [link, href = ''] = /<link rel="stylesheet" href="([^"]+)"[^>]*>/.exec(html) ?? []
  const sheet = sheets.get(href)
  const end = html.lastIndexOf('</body>')
  if (!link || !sheet || end === -1) return html
  const start = html.indexOf(link)
  return [
    html.slice(0, start),
    `<style>${sheet(classListsOf(html))}</style>`,
    html.slice(start + link.length, end),
    link.replace('<link ', '<link fetchpriority="low" '),
    html.slice(end),
  ].join('')
}

/** The different `class` attributes of a page, as HTML writes them. */
function classListsOf(html: string): string[] {
  const lists = new Set<string>()
  // Scanning for the text is several times as fast as a regular expression.
  for (let at = html.indexOf(attribute); at !== -1; at = html.indexOf(attribute, at)) {
    at += attribute.length
    const end = html.indexOf('"', at)
    lists.add(html.slice(at, end))
  }
  return [...lists]
}

const attribute = ' class="'

/** The rules that elements with these `class` attributes use. */
type StylesFor = (classLists: readonly string[]) => string

/** Pages of one kind have the same attributes. Each kind takes some 40 kB. */
const MAX_KINDS = 50

/** Remembers the rules of the latest kinds of pages. */
export function stylesFor(sheet: readonly StylePart[]): StylesFor {
  const known = new Map<string, string>()
  return (classLists) => {
    const key = classLists.toSorted().join('\n')
    const found = known.get(key)
    if (found !== undefined) return found
    const classes = new Set(classLists.flatMap((list) => unescapeHtml(list).split(/\s+/)))
    const styles = usedStyles(sheet, classes)
    if (known.size >= MAX_KINDS) known.clear()
    known.set(key, styles)
    return styles
  }
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
}

const unescapeHtml = (text: string) =>
  text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => entities[entity] ?? entity)
