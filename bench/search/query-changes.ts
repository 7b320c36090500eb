import type { Random } from '../../demo/seeded-random.ts'

/** Changes the words of a product's name as shoppers do. Undefined if the name offers no place for the change. */
export type QueryChange = (
  words: readonly string[],
  random: Random,
  otherWords: readonly string[],
) => string[] | undefined

/** Neighbours on a QWERTY keyboard. */
const keyRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const neighboursOf = (letter: string): string[] =>
  keyRows.flatMap((row, at) => {
    const place = row.indexOf(letter)
    if (place < 0) return []
    const above = keyRows[at - 1] ?? ''
    const below = keyRows[at + 1] ?? ''
    return [row[place - 1], row[place + 1], above[place], below[place]].flatMap((key) => key ?? [])
  })

/** Spellings that sound alike. */
const soundsLike: [pattern: RegExp, written: string][] = [
  [/ph/, 'f'],
  [/ck/, 'k'],
  [/c(?=[aou])/, 'k'],
  [/c(?=[ei])/, 's'],
  [/qu/, 'kw'],
  [/x/, 'ks'],
  [/ee/, 'ea'],
  [/ea/, 'ee'],
  [/ie/, 'ei'],
  [/ai/, 'ay'],
  [/ou/, 'ow'],
  [/oo/, 'u'],
  [/tion/, 'shun'],
  [/([bdfglmnprst])\1/, '$1'],
  [/(?<=[aeiou])([lmnprst])(?=[aeiou])/, '$1$1'],
  [/z/, 's'],
  [/(?<=[aeiou])s(?=[aeiou])/, 'z'],
  [/gh/, 'g'],
  [/kn/, 'n'],
  [/wr/, 'r'],
  [/y(?=[a-z])/, 'i'],
  [/(?<=[a-z]{3})er$/, 'ar'],
  [/(?<=[a-z]{3})or$/, 'er'],
]

const chatter = [
  'kinds of',
  'types of',
  'show me all',
  'looking for',
  'i need a',
  'best',
  'where is',
  'the',
  'any',
]

const units: Record<string, string[]> = {
  in: [' inch', 'in', '"', ' inches'],
  ft: ['ft', ' feet', ' foot', "'"],
  gal: ['gal', ' gallon', ' gallons'],
  lb: ['lb', ' lbs', ' pounds'],
  oz: ['oz', ' ounce', ' ounces'],
  mm: ['mm', ' millimeter'],
  cm: ['cm', ' centimeters'],
  m: ['m', ' meter', ' metre'],
  ml: ['ml', ' millilitres'],
  l: ['l', ' litre', ' liters'],
  g: ['g', ' grams'],
  kg: ['kg', ' kilo', ' kilograms'],
  w: ['w', ' watt', ' watts'],
  v: ['v', ' volt', ' volts'],
}

const isPlain = (word: string) => /^[a-z]{5,}$/i.test(word)

/** Replaces one of the words that qualify. */
function replaceOne(
  words: readonly string[],
  random: Random,
  change: (word: string) => string | undefined,
): string[] | undefined {
  const changed = words.flatMap((word, at) => {
    const written = change(word)
    return written === undefined || written.toLowerCase() === word.toLowerCase() ? [] : [{ at, written }]
  })
  if (changed.length === 0) return undefined
  const { at, written } = random.pick(changed)
  return words.with(at, written)
}

function slip(word: string, random: Random): string | undefined {
  if (!isPlain(word)) return undefined
  const letters = word.toLowerCase()
  const at = 1 + Math.floor(random.next() * (letters.length - 2))
  const [before, letter, after] = [letters.slice(0, at), letters.charAt(at), letters.slice(at + 1)]
  return random.pick([
    before + random.pick([...neighboursOf(letter), letter]) + after,
    before + after,
    before + letter + letter + after,
    before + after.charAt(0) + letter + after.slice(1),
  ])
}

function writeByEar(word: string, random: Random): string | undefined {
  if (!isPlain(word)) return undefined
  const written = soundsLike
    .map(([pattern, sound]) => word.toLowerCase().replace(pattern, sound))
    .filter((each) => each !== word.toLowerCase())
  return written.length > 0 ? random.pick(written) : undefined
}

const slipOnce: QueryChange = (words, random) => replaceOne(words, random, (word) => slip(word, random))

/** All changes by name. */
export const queryChanges: Record<string, QueryChange> = {
  'words dropped': (words) => [...words],
  'a word added': (words, random, otherWords) =>
    words.toSpliced(Math.floor(random.next() * (words.length + 1)), 0, random.pick(otherWords)),
  'chatter added': (words, random) => [random.pick(chatter), ...words],
  'a keyboard slip': slipOnce,
  'two keyboard slips': (words, random, otherWords) => {
    const once = slipOnce(words, random, otherWords)
    return once && slipOnce(once, random, otherWords)
  },
  'written by ear': (words, random) => replaceOne(words, random, (word) => writeByEar(word, random)),
  'a word torn': (words, random) =>
    replaceOne(words, random, (word) => {
      if (!/^[a-z]{7,}$/i.test(word)) return undefined
      const at = 3 + Math.floor(random.next() * (word.length - 5))
      return `${word.slice(0, at)} ${word.slice(at)}`
    }),
  'words joined': (words, random) => {
    const places = words.flatMap((word, at) => {
      const next = words[at + 1] ?? ''
      return /^[a-z]{3,}$/i.test(word) && /^[a-z]{3,}$/i.test(next) ? at : []
    })
    if (places.length === 0) return undefined
    const at = random.pick(places)
    return words.toSpliced(at, 2, `${words[at] ?? ''}${words[at + 1] ?? ''}`)
  },
  'units rewritten': (words, random) => {
    const text = words.join(' ')
    const changed = text.replaceAll(
      /(\d)([ -]?)(in|ft|gal|lb|oz|mm|cm|m|ml|l|g|kg|w|v)\b\.?(?! the)/gi,
      (_, digit: string, __, unit: string) => digit + random.pick(units[unit.toLowerCase()] ?? [unit]),
    )
    return changed === text ? undefined : changed.split(' ')
  },
  'another number': (words, random) =>
    replaceOne(words, random, (word) => {
      if (!/^[a-z]{4,}$/i.test(word)) return undefined
      if (/[^s]s$/i.test(word)) return word.slice(0, -1)
      return /(?:ch|sh|x|ss)$/i.test(word)
        ? `${word}es`
        : /[^aeiou]y$/i.test(word)
          ? `${word.slice(0, -1)}ies`
          : `${word}s`
    }),
  reordered: (words, random) => random.some(words, words.length),
}
