/** Spellings of British and American English, in both directions. */
const spellings: [pattern: RegExp, written: string][] = [
  [/our(s|ed|ing|ful)?$/, 'or$1'],
  [/([^aeiou])or(s|ed|ing|ful)?$/, '$1our$2'],
  [/([bt])re(s)?$/, '$1er$2'],
  [/([bt])er(s)?$/, '$1re$2'],
  [/is(e|ed|es|er|ers|ing|ation)$/, 'iz$1'],
  [/iz(e|ed|es|er|ers|ing|ation)$/, 'is$1'],
  [/^grey/, 'gray'],
  [/^gray/, 'grey'],
  [/minium$/, 'minum'],
  [/minum$/, 'minium'],
  [/^tyre/, 'tire'],
  [/^tire/, 'tyre'],
  [/ould(s|ing)?$/, 'old$1'],
  [/^mold/, 'mould'],
  [/^plier$/, 'pliers'],
]

/** Other spellings of a word, of which most do not exist: "colour" → "color". */
export const spellingsOf = (word: string): string[] =>
  word.length < 4
    ? []
    : spellings.flatMap(([pattern, written]) => (pattern.test(word) ? word.replace(pattern, written) : []))

/** How many of the second unit make the first. */
const conversions: [unit: string, smaller: string, factor: number][] = [
  ['ft', 'in', 12],
  ['yd', 'ft', 3],
  ['gal', 'qt', 4],
  ['lb', 'oz', 16],
  ['m', 'cm', 100],
  ['m', 'mm', 1000],
  ['cm', 'mm', 10],
  ['kg', 'g', 1000],
  ['l', 'ml', 1000],
]

/** The same measure in other units, as words of the index: "6ft" → "72in" and "2yd". */
function measuresLike(word: string): string[] {
  const [, digits, unit] = /^(\d[\d٫]*)([a-z]+)$/.exec(word) ?? []
  if (digits === undefined) return []
  const amount = Number(digits.replace('٫', '.'))
  return conversions.flatMap(([larger, smaller, factor]) => {
    const [converted, other] =
      unit === larger ? [amount * factor, smaller] : unit === smaller ? [amount / factor, larger] : []
    if (converted === undefined || other === undefined) return []
    const rounded = Math.round(converted * 1000) / 1000
    return Math.abs(rounded - converted) < 1e-9 ? `${String(rounded).replace('.', '٫')}${other}` : []
  })
}

/** The words that may stand for a measure that the shop lacks: its number, and the same measure in other units. */
export function measureAlternatives(word: string): string[] {
  const number = /^(\d[\d٫]*)[a-z]+$/.exec(word)?.[1]
  return number === undefined ? [] : [number, ...measuresLike(word)]
}
