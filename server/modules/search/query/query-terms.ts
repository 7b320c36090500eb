import { searchKey } from '../search-key.ts'
import { isChatter } from './chatter.ts'
import { measureAlternatives } from './word-variants.ts'
import type { KnownStem, QueryWord } from './query-words.queries.ts'

/** How a word matches documents, as tsquery texts: `name` in product names, `all` in any field, `head` as the noun of a name. */
interface TermMatch {
  name?: string
  all?: string
  head?: string
}

/** A word of the query with everything that matches it. */
export interface Term {
  exact: TermMatch[]
  /** Alternatives: other corrections, the number of a measure, the two words of a compound. */
  similar: TermMatch[]
  /** Words that start with it or contain it. */
  partial: TermMatch[]
  /** The inverse document frequency: rarer words weigh more. */
  weight: number
  /** Estimated number of matching products: exact matches only, and partial matches included. */
  estimate: { exact: number; partial: number }
  /** The word is part of a quoted phrase, so it is required. */
  isPhrase: boolean
  /** The shop has a word that matches. */
  isKnown: boolean
  /** Results need not have it. */
  isOptional: boolean
}

/** A lexeme quoted for tsquery. The table `search_document` documents the kinds. */
const lexeme = (shopId: number, kind: '' | 'n' | 'h' | 'c' | 's' | '=' | '-', text: string | number) =>
  `'${shopId}${kind}/${String(text).replaceAll(/['\\]/g, '')}'`

export const matchesNothing = (shopId: number) => lexeme(shopId, '=', '')
export const anyOf = (queries: readonly string[]) => `(${[...new Set(queries)].join(' | ')})`
export const allOf = (queries: string[]) => `(${queries.join(' & ')})`

/** Matches documents that contain all of these stems. */
export function matchStems(shopId: number, stems: readonly string[]): TermMatch {
  return {
    name: allOf(stems.map((stem) => lexeme(shopId, 'n', stem))),
    all: allOf(stems.map((stem) => lexeme(shopId, '', stem))),
    ...(stems.length === 1 && { head: lexeme(shopId, 'h', stems[0] ?? '') }),
  }
}

/** Matches documents with these words beside each other. */
export function matchNeighbours(shopId: number, stems: readonly string[]): TermMatch {
  return { all: `(${stems.map((stem) => lexeme(shopId, '', stem)).join(' <-> ')})` }
}

interface TermOptions {
  /** The number of products that shoppers see. */
  visibleProducts: number
  /** The last word may still be incomplete. */
  isLast: boolean
  isPhrase: boolean
  /** Partial matches stop at this many products. */
  maxExpanded: number
}

export function termOf(
  shopId: number,
  {
    word,
    stem,
    language,
    documentCount,
    components,
    prefixMatches,
    infixMatches,
    sameSounds,
    categories,
    subcategories,
  }: QueryWord,
  { visibleProducts, isLast, isPhrase, maxExpanded }: TermOptions,
): Term {
  const categoryMatches = [
    ...categories.map((id) => ({ all: lexeme(shopId, 'c', id) })),
    ...subcategories.map((id) => ({ all: lexeme(shopId, 's', id) })),
  ]
  const prefixes = mostFrequent(prefixMatches, maxExpanded).map((match) => ({
    name: lexeme(shopId, 'n', match),
    all: lexeme(shopId, isLast ? '' : 'n', match),
  }))
  const infixes = mostFrequent(infixMatches, maxExpanded).map((match) => {
    const name = lexeme(shopId, 'n', match)
    return { name, all: name }
  })
  const partialCount = sumNameCounts(prefixMatches) + sumNameCounts(infixMatches)
  const isOptional = isChatter(word, language)
  const sounds = sameSounds.map((each) => matchStems(shopId, [each.stem]))
  const exactCount = documentCount || sumNameCounts(sameSounds)
  return {
    exact: [
      matchStems(shopId, [stem]),
      ...(isPhrase ? [] : categoryMatches),
      ...(documentCount > 0 || isPhrase ? [] : sounds),
    ],
    similar: [
      ...components,
      ...(documentCount > 0 ? sameSounds.map((each) => [each.stem]) : []),
      ...measureAlternatives(word).map((each) => [each]),
    ].map((stems) => matchStems(shopId, stems)),
    partial: isPhrase ? [] : [...prefixes, ...infixes],
    weight: weightOf(visibleProducts, exactCount || partialCount) * (isOptional ? CHATTER_WEIGHT : 1),
    estimate: { exact: exactCount, partial: exactCount + partialCount },
    isPhrase,
    isKnown: true,
    isOptional: isOptional && !isPhrase,
  }
}

const CHATTER_WEIGHT = 0.1

/** The inverse document frequency of a word that so many products have. */
export const weightOf = (visibleProducts: number, documentCount: number): number =>
  Math.log(1 + (visibleProducts + 1) / Math.max(1, documentCount))

const sumNameCounts = (stems: readonly KnownStem[]) => stems.reduce((sum, stem) => sum + stem.nameCount, 0)

/** The first stems, as many as it takes to match `maxProducts` products. */
function mostFrequent(stems: readonly KnownStem[], maxProducts: number): string[] {
  let products = 0
  const taken: string[] = []
  for (const { stem, nameCount } of stems) {
    if (products >= maxProducts) break
    products += nameCount
    taken.push(stem)
  }
  return taken
}

/** The tsqueries that match a term in one field. Partial matches include similar ones. */
export const queriesOfTerm = (term: Term, field: keyof TermMatch, includePartial: boolean) =>
  [...term.exact, ...(includePartial ? [...term.similar, ...term.partial] : [])].flatMap(
    (match) => match[field] ?? [],
  )

/** A phrase query: the words in their order, with the distances that they have in the search text. */
export function phraseQuery(shopId: number, words: readonly Pick<QueryWord, 'stem' | 'position'>[]): string {
  return words
    .map(({ stem, position }, index) => {
      const distance = position - (words[index - 1]?.position ?? position)
      return `${index ? ` <${distance}> ` : ''}${lexeme(shopId, '', stem)}`
    })
    .join('')
}

/** A text without digits and dashes must be the whole SKU. */
const MIN_SKU_LENGTH = 4
const MIN_SKU_PART_LENGTH = 3

/** How a search text matches SKUs, as tsquery texts; empty: not at all. */
export interface SkuQueries {
  /** The whole SKU, or its beginning. */
  prefix: string
  /** A part of a SKU that follows a separator. */
  part: string
  whole: string
}

/** Matches SKUs with the text, with or without its spaces and dashes. */
export function skuQueries(shopId: number, text: string): SkuQueries {
  const joined = searchKey(text).replaceAll(' ', '')
  const whole = lexeme(shopId, '=', joined)
  const isPart = /\d/.test(joined) || /^[\p{L}\p{N}]+(?:[-_./][\p{L}\p{N}]+)+$/u.test(text.trim())
  return {
    whole,
    prefix: isPart && joined.length >= MIN_SKU_LENGTH ? `${whole}:*` : joined ? whole : '',
    part: isPart && joined.length >= MIN_SKU_PART_LENGTH ? `${lexeme(shopId, '-', joined)}:*` : '',
  }
}

/** Replaces "8", "33" and "8x33", which stand for one size, by "8x33". */
export function joinSizes(words: readonly QueryWord[]): QueryWord[] {
  const isSize = /^\d[\d٫]*(?:x\d[\d٫]*)+$/
  const parts = new Set(words.flatMap(({ word }) => (isSize.test(word) ? word.split('x') : [])))
  const sizes = words.filter(({ word }) => isSize.test(word)).map(({ word }) => word)
  return words.flatMap((each) => {
    const number = /^(\d[\d٫]*)[a-z]*$/.exec(each.word)?.[1]
    if (number !== undefined && parts.has(number)) return []
    if (!isSize.test(each.word)) return [each]
    if (sizes.some((size) => size.startsWith(`${each.word}x`))) return []
    const smaller = sizes.filter((size) => each.word.startsWith(`${size}x`))
    return [{ ...each, components: [...smaller.map((size) => [size]), each.word.split('x')] }]
  })
}
