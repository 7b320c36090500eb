import { randomNumbers } from '../data/catalog.ts'
import {
  commonWords,
  operators,
  statements,
  quotes,
  controls,
  bidi,
  invisible,
  marks,
  emoji,
  halves,
  scripts,
  numbers,
  programs,
} from './hostile-characters.ts'

/** A search text that tries to break the search. */
export interface HostileQuery {
  what: string
  text: string
}

/** The tools of the generators. */
interface Dice {
  pick<T>(from: readonly T[]): T
  /** An integer, both ends included. */
  between(low: number, high: number): number
}

/** The longest text that the contract accepts, and a far longer one. */
const lengths = [200, 10_000]

const kinds: readonly [what: string, make: (dice: Dice) => string][] = [
  [
    'operators of full text',
    (dice) => joined(dice, [...operators, ...commonWords], dice.between(2, 40), ' '),
  ],
  ['operators without room', (dice) => joined(dice, [...operators, 'a', '1'], dice.between(2, 60), '')],
  ['SQL', (dice) => `${dice.pick(['', 'mug ', 'x'])}${dice.pick(statements)}`],
  [
    'wildcards in masses',
    (dice) => filled(dice, ['%', '_', '%_', '*', '?', '\\%', '%a', '_b'], dice.between(1, 200)),
  ],
  ['a word among wildcards', (dice) => `%${dice.pick(commonWords)}_%${dice.pick(commonWords)}\\`],
  ['quotes without their half', (dice) => joined(dice, [...quotes, ...commonWords], dice.between(1, 30), '')],
  ['quotes in quotes', (dice) => nested(dice, dice.between(2, 60), [`"`, '“', '«', `'`])],
  ['brackets in brackets', (dice) => nested(dice, dice.between(2, 95), ['(', '[', '{', '<'])],
  [
    'one letter over and over',
    (dice) => dice.pick(['a', 'e', 'W', '1', 'é', 'क', '-']).repeat(dice.pick(lengths)),
  ],
  ['different words', (dice) => manyWords(dice, dice.pick(lengths))],
  ['short words', (dice) => filled(dice, ['a ', 'b ', 'e ', 'o ', 'an ', 'to '], dice.pick(lengths))],
  ['quotes over and over', (dice) => filled(dice, [dice.pick(quotes)], dice.pick(lengths))],
  [
    'phrases over and over',
    (dice) =>
      filled(
        dice,
        commonWords.map((word) => `"${word}" `),
        dice.pick(lengths),
      ),
  ],
  ['NUL', (dice) => `${dice.pick(['', 'mug'])}\0${dice.pick(['', 'lamp', '\0\0'])}`],
  ['control characters', (dice) => joined(dice, [...controls, ...commonWords], dice.between(1, 30), '')],
  [
    'halves of characters',
    (dice) => `${dice.pick(commonWords)}${dice.pick(halves)}${dice.pick(['', ' lamp'])}`,
  ],
  ['from right to left', (dice) => joined(dice, [...bidi, ...scripts.slice(5, 7), ...commonWords], 12, '')],
  ['without width', (dice) => joined(dice, [...invisible, ...commonWords], dice.between(1, 40), '')],
  [
    'nothing to be seen',
    (dice) => filled(dice, [...invisible, ...bidi, ' ', '\u00a0', '\u3000'], dice.between(1, 99)),
  ],
  [
    'marks piled up',
    (dice) => `${dice.pick(['m', 'मग', 'o'])}${filled(dice, marks, dice.between(5, 190))}ug`,
  ],
  [
    'emoji',
    (dice) => joined(dice, [...emoji, ...commonWords], dice.between(1, 12), dice.pick(['', ' ', '\u200d'])),
  ],
  ['another script', (dice) => joined(dice, scripts, dice.between(1, 4), ' ')],
  [
    'widens when it is compared',
    (dice) => dice.pick(['ﷺ', '㎏', 'ﬃ', '½', '㌀', 'ΐ']).repeat(dice.between(1, 200)),
  ],
  ['numbers', (dice) => joined(dice, numbers, dice.between(1, 5), dice.pick([' ', ',', '-', '']))],
  ['the commonest words', (dice) => joined(dice, commonWords, dice.between(1, 30), ' ')],
  [
    'one letter and another',
    (dice) => joined(dice, 'abcdefghijklmnopqrstuvwxyz'.split(''), dice.between(1, 14), ' '),
  ],
  [
    'long slips',
    (dice) => joined(dice, [() => letters(dice, dice.between(15, 45))], dice.between(1, 8), ' '),
  ],
  ['code', (dice) => joined(dice, programs, dice.between(1, 3), ' ')],
  ['blank', (dice) => filled(dice, [' ', '\t', '\n', '\u00a0', '\u2028'], dice.between(0, 50))],
]

/**
 * Hostile search texts, the same for the same seed: each kind in turn, then a mixture. Some contain characters that
 * cannot be stored or exceed the contract's length.
 */
export function hostileQueries(count: number, seed = 1): HostileQuery[] {
  const random = randomNumbers(seed)
  const dice: Dice = {
    pick: (from) => from[Math.floor(random() * from.length)] as (typeof from)[number],
    between: (low, high) => low + Math.floor(random() * (high - low + 1)),
  }
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % (kinds.length + 1)]
    return kind ? { what: kind[0], text: kind[1](dice) } : mixture(dice)
  })
}

/** A printable form of a text: ASCII on one line, shortened. */
export function shown({ what, text }: HostileQuery): string {
  const start = JSON.stringify(text.slice(0, 60)).replaceAll(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return `${what} (${text.length} characters): ${start}`
}

/** URL-encodes a text. Lone surrogates become bytes that are not UTF-8. */
export function inAddress(text: string): string {
  return text.replaceAll(/\p{Surrogate}|[^\p{Surrogate}]+/gu, (part) => {
    if (part.isWellFormed()) return encodeURIComponent(part)
    const code = part.charCodeAt(0)
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
    return bytes.map((byte) => `%${byte.toString(16)}`).join('')
  })
}

/** Halves of several kinds, at most as long as the contract allows. */
function mixture(dice: Dice): HostileQuery {
  const parts = Array.from({ length: dice.between(2, 6) }, () => {
    const text = dice.pick(kinds)[1](dice)
    const from = dice.between(0, Math.min(40, text.length))
    return text.slice(from, from + dice.between(1, 60))
  })
  return { what: 'a mixture', text: parts.join(dice.pick(['', ' ', '"'])).slice(0, 200) }
}

function joined(
  dice: Dice,
  from: readonly (string | (() => string))[],
  count: number,
  between: string,
): string {
  const one = () => {
    const picked = dice.pick(from)
    return typeof picked === 'string' ? picked : picked()
  }
  return Array.from({ length: count }, one).join(between)
}

function filled(dice: Dice, from: readonly string[], length: number): string {
  let text = ''
  while (text.length < length) text += dice.pick(from)
  return text.slice(0, length)
}

const others: Record<string, string> = { '(': ')', '[': ']', '{': '}', '<': '>', '“': '”', '«': '»' }

function nested(dice: Dice, depth: number, opening: readonly string[]): string {
  const open = Array.from({ length: depth }, () => dice.pick(opening))
  const close = open.toReversed().map((sign) => others[sign] ?? sign)
  return `${open.join('')}${dice.pick(commonWords)}${close.slice(dice.between(0, 2)).join('')}`
}

function letters(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => dice.pick('etaoinshrdlucmfw'.split(''))).join('')
}

function manyWords(dice: Dice, length: number): string {
  let text = ''
  while (text.length < length) text += `${letters(dice, dice.between(2, 9))} `
  return text.slice(0, length)
}
