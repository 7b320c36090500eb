/** A part of a stylesheet, in the order of the file. */
export type StylePart =
  /** A rule without a block, such as the order of the layers. */
  | { kind: 'statement'; text: string }
  /** Declarations. `selectors` has the classes that each selector of the list needs. */
  | { kind: 'rule'; text: string; selectors: string[][] }
  /** Rules under a condition or in a layer. */
  | { kind: 'group'; prelude: string; parts: StylePart[] }
  /** Keyframes or a property: used only if another rule has its name. */
  | { kind: 'named'; name: string; text: string }

const groups = /^@(?:layer|media|supports|container)\b/
const named = /^@(?:keyframes|property)\s+(\S+)/

/** Parses a stylesheet without nested rules and without braces in strings, as the build writes it. */
export function parseStyles(css: string): StylePart[] {
  const parts: StylePart[] = []
  const text = css.replaceAll(/\/\*[\s\S]*?\*\//g, '')
  let at = 0
  while (at < text.length) {
    const end = text.slice(at).search(/[;{]/)
    if (end === -1) break
    const prelude = text.slice(at, at + end).trim()
    if (text[at + end] === ';') {
      parts.push({ kind: 'statement', text: `${prelude};` })
      at += end + 1
      continue
    }
    const close = closingBrace(text, at + end)
    const block = text.slice(at + end + 1, close)
    parts.push(toPart(prelude, block))
    at = close + 1
  }
  return parts
}

function toPart(prelude: string, block: string): StylePart {
  const text = `${prelude}{${block}}`
  // Only browsers without @property need this layer, and they find it in the whole stylesheet. Its place in the order of
  // the layers stays.
  if (prelude === '@layer properties') return { kind: 'statement', text: '@layer properties;' }
  if (groups.test(prelude)) return { kind: 'group', prelude, parts: parseStyles(block) }
  const name = named.exec(prelude)?.[1]
  if (name) return { kind: 'named', name, text }
  return { kind: 'rule', text, selectors: prelude.startsWith('@') ? [[]] : selectorClasses(prelude) }
}

function closingBrace(text: string, open: number): number {
  let depth = 0
  for (let index = open; index < text.length; index++) {
    if (text[index] === '{') depth++
    else if (text[index] === '}' && --depth === 0) return index
  }
  return text.length
}

/** The classes of each selector. Those inside `:is()`, `:not()` and the like are alternatives, so none is needed. */
function selectorClasses(list: string): string[][] {
  let plain = list.replaceAll(/\\\(|\\\)|\\,/g, (escaped) => escapes[escaped] ?? escaped)
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replaceAll(/\([^()]*\)/g, '')
  }
  return plain
    .split(',')
    .map((selector) =>
      [...selector.matchAll(/\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w\u0080-\uffff-])+)/gi)].map(([, name = '']) =>
        unescapeCss(name),
      ),
    )
}

// Escaped parentheses and commas belong to names. They must not look like those of the selector.
const escapes: Record<string, string> = { '\\(': '\uE001', '\\)': '\uE002', '\\,': '\uE003' }
const originals: Record<string, string> = { '\uE001': '(', '\uE002': ')', '\uE003': ',' }

function unescapeCss(name: string): string {
  return name
    .replaceAll(/\\([0-9a-f]{1,6}) ?/gi, (_all, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replaceAll(/\\(.)/g, '$1')
    .replaceAll(/[\uE001-\uE003]/g, (mark) => originals[mark] ?? mark)
}

/** The part of a stylesheet that elements with these classes use, in any state and any size of the window. */
export function usedStyles(parts: readonly StylePart[], classes: ReadonlySet<string>): string {
  const used = keepRules(parts, classes)
  const blocks = collectNamed(parts).filter(({ name }) => used.includes(name))
  return used + blocks.map(({ text }) => text).join('')
}

function keepRules(parts: readonly StylePart[], classes: ReadonlySet<string>): string {
  return parts
    .map((part) => {
      if (part.kind === 'statement') return part.text
      if (part.kind === 'rule')
        return part.selectors.some((needed) => needed.every((name) => classes.has(name))) ? part.text : ''
      if (part.kind === 'named') return ''
      const inside = keepRules(part.parts, classes)
      // An empty layer stays, because it has a place in the order.
      return inside || part.prelude.startsWith('@layer') ? `${part.prelude}{${inside}}` : ''
    })
    .join('')
}

function collectNamed(parts: readonly StylePart[]): { name: string; text: string }[] {
  return parts.flatMap((part) => {
    if (part.kind === 'named') return [part]
    return part.kind === 'group' ? collectNamed(part.parts) : []
  })
}
