import { nationalDigits } from '#contract/orders/address/phone.ts'

/** A word that a record must contain. */
export interface SearchWord {
  /** One of these must be contained: the word, or the words of the shop that it may mean. */
  texts: readonly string[]
  /** The same word as an amount in minor units. */
  amount?: number
  /** A sign of a currency names an amount only. */
  isAmountOnly?: boolean
}

/** The words of a search, each of which must match. A search may be read in several ways. */
export type SearchReading = readonly SearchWord[]

/** More words make no search narrower in practice, and a statement longer. */
const MAX_WORDS = 8

/** A serial such as 000123 is no phone number. */
const MIN_PHONE_LENGTH = 6

/** A part of a phone number as people write it: digits with the signs between them. */
const PHONE_PART = /^[+(]?[\d().·/-]*\d[\d().·/-]*$/

/** Each reading makes the statement longer. */
const MAX_READINGS = 8

const CURRENCY = String.raw`(?:rs\.?|inr|usd|eur|gbp|\p{Sc})`

/** Lower case without accents, as `fold_search_text` of the database. */
const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .toLowerCase()

/**
 * The ways to read what staff have typed: word by word, and with a phone number as one word. `digits` is the number of decimals
 * of the shop's currency. Empty for a text without a word.
 */
export function readSearch(typed: string, digits: number): SearchReading[] {
  const words = foldText(typed).trim().replace(/^#/, '').split(/\s+/)
  const texts = new Set([words.join(' ')])
  for (const [start, end] of phonesIn(words)) {
    for (const number of phoneForms(words.slice(start, end).join(' ')))
      texts.add([...words.slice(0, start), number, ...words.slice(end)].join(' '))
  }
  return [...texts]
    .slice(0, MAX_READINGS)
    .map((text) => splitWords(text, digits))
    .filter((reading) => reading.length > 0)
}

/**
 * Where a phone number may begin and end, in words. Another number may stand before or behind it, such as that of an order or
 * a house.
 */
function phonesIn(words: readonly string[]): (readonly [start: number, end: number])[] {
  const runs: [number, number][] = []
  for (const [place, word] of words.entries()) {
    const last = runs.at(-1)
    if (!PHONE_PART.test(word)) continue
    if (last?.[1] === place) last[1] = place + 1
    else runs.push([place, place + 1])
  }
  return runs.flatMap(([start, end]) => {
    const inner = Array.from({ length: end - start - 1 }, (_, index) => start + 1 + index)
    return [
      [start, end] as const,
      ...inner.map((place) => [place, end] as const),
      ...inner.map((place) => [start, place] as const),
    ]
  })
}

/** The national digits; of a long number also without a country code that lacks its plus. */
function phoneForms(phone: string): string[] {
  const national = nationalDigits(phone)
  if (!national || national.length < MIN_PHONE_LENGTH) return []
  const shorter = national.length > 10 ? nationalDigits(`+${national}`) : undefined
  return shorter && shorter !== national ? [national, shorter] : [national]
}

function splitWords(text: string, digits: number): SearchReading {
  // "₹ 1,299" and "1299 INR" are one word.
  const joined = text
    .replaceAll(new RegExp(String.raw`(?<![\p{L}\p{N}])${CURRENCY}\s*(?=\d)`, 'gu'), '¤')
    .replaceAll(new RegExp(String.raw`(?<=\d)\s*${CURRENCY}(?![\p{L}\p{N}])`, 'gu'), '¤')
  const words = [...new Set(joined.split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  return words.map((word) => {
    const isAmountOnly = word.includes('¤')
    const bare = word.replaceAll('¤', '')
    const amount = readAmount(bare, digits)
    return amount === undefined ? { texts: [bare] } : { texts: [bare], amount, isAmountOnly }
  })
}

/** "1299", "1,299.00", "1.299,00" and "1 299,5" in minor units. Undefined for another text. */
function readAmount(word: string, digits: number): number | undefined {
  const [, whole = '', , decimals = ''] = /^(\d[\d.,'’]*?)(?:([.,])(\d{1,2}))?$/.exec(word) ?? []
  if (!whole || !/^\d+(?:[.,'’]\d{2,3})*$/.test(whole)) return undefined
  const amount = Number(whole.replaceAll(/\D/g, '')) * 10 ** digits
  const minor = amount + Number(decimals.padEnd(digits, '0').slice(0, digits) || '0')
  return minor <= Number.MAX_SAFE_INTEGER ? minor : undefined
}

/** Shorter words have too many neighbours, and the pattern of a longer one has too many states. */
const MIN_FORGIVEN_LENGTH = 5
const MAX_FORGIVEN_LENGTH = 24

/** Whether a wrong letter in the word is forgiven. A wrong digit names another order. */
export const isForgiven = (word: string): boolean =>
  word.length >= MIN_FORGIVEN_LENGTH && word.length <= MAX_FORGIVEN_LENGTH && /^\p{L}+$/u.test(word)

/**
 * A regular expression of the database for the words that differ from this one by one slip: a letter too many, too few, another
 * one, or two swapped. A document may continue the word.
 */
export function patternWithSlip(word: string): string {
  const letters = Array.from(word)
  const forms = letters.flatMap((letter, index) => {
    const before = letters.slice(0, index).join('')
    const [next = '', ...rest] = letters.slice(index + 1)
    const changed = `${before}\\S?${letter}?${next}${rest.join('')}`
    return next ? [changed, `${before}${next}${letter}${rest.join('')}`] : [changed]
  })
  return ` (?:${forms.join('|')})\\S*`
}
