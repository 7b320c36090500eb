import type { KnownStem, QueryWord } from './query-words.queries.ts'

/** How a word matches documents, as tsquery texts: `name` in product names, `all` in any field. */
interface TermMatch {
  name?: string
  all?: string
}

/** A word of the query with everything that matches it. */
export interface Term {
  exact: TermMatch[]
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
}

/** A lexeme quoted for tsquery. The table `search_document` documents the kinds. */
const lexeme = (configId: number, kind: '' | 'n' | 'c' | 's' | '=', text: string | number) =>
  `'${configId}${kind}/${String(text).replaceAll(/['\\]/g, '')}'`

const matchesNothing = (configId: number) => lexeme(configId, '=', '')
export const anyOf = (queries: string[]) => `(${queries.join(' | ')})`
export const allOf = (queries: string[]) => `(${queries.join(' & ')})`

/** Matches documents that contain all of these stems. */
export function matchStems(configId: number, stems: readonly string[]): TermMatch {
  return {
    name: allOf(stems.map((stem) => lexeme(configId, 'n', stem))),
    all: allOf(stems.map((stem) => lexeme(configId, '', stem))),
  }
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
  configId: number,
  { stem, documentCount, prefixMatches, infixMatches, categories, subcategories }: QueryWord,
  { visibleProducts, isLast, isPhrase, maxExpanded }: TermOptions,
): Term {
  const categoryMatches = [
    ...categories.map((id) => ({ all: lexeme(configId, 'c', id) })),
    ...subcategories.map((id) => ({ all: lexeme(configId, 's', id) })),
  ]
  const prefixes = mostFrequent(prefixMatches, maxExpanded).map((match) => ({
    name: lexeme(configId, 'n', match),
    all: lexeme(configId, isLast ? '' : 'n', match),
  }))
  const infixes = mostFrequent(infixMatches, maxExpanded).map((match) => {
    const name = lexeme(configId, 'n', match)
    return { name, all: name }
  })
  const partialCount = sumNameCounts(prefixMatches) + sumNameCounts(infixMatches)
  return {
    exact: [matchStems(configId, [stem]), ...(isPhrase ? [] : categoryMatches)],
    partial: isPhrase ? [] : [...prefixes, ...infixes],
    weight: Math.log(1 + (visibleProducts + 1) / Math.max(1, documentCount)),
    estimate: { exact: documentCount, partial: documentCount + partialCount },
    isPhrase,
    isKnown: true,
  }
}

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

/** The tsqueries that match a term in one field. */
export const queriesOfTerm = (term: Term, field: keyof TermMatch, includePartial: boolean) =>
  [...term.exact, ...(includePartial ? term.partial : [])].flatMap((match) => match[field] ?? [])

/** The tsqueries and weights that rank a document, one of each per term. */
export interface TermRanking {
  exactTerms: string[]
  partialTerms: string[]
  weights: number[]
}

export function rankingOf(configId: number, terms: readonly Term[]): TermRanking {
  const inAnyField = ({ name = '', all = '' }: TermMatch) =>
    all || name ? [all.replaceAll(`'${configId}n/`, `'${configId}/`)] : []
  return {
    exactTerms: terms.map(({ exact }) => anyOf(exact.flatMap(inAnyField))),
    partialTerms: terms.map(({ partial }) =>
      partial.length > 0 ? anyOf(partial.flatMap(inAnyField)) : matchesNothing(configId),
    ),
    weights: terms.map(({ weight }) => weight),
  }
}

/** A phrase query: the words in their order, with the distances that they have in the search text. */
export function phraseQuery(
  configId: number,
  words: readonly Pick<QueryWord, 'stem' | 'position'>[],
): string {
  return words
    .map(({ stem, position }, index) => {
      const distance = position - (words[index - 1]?.position ?? position)
      return `${index ? ` <${distance}> ` : ''}${lexeme(configId, '', stem)}`
    })
    .join('')
}

/** Matches the SKU that the joined text is, or starts with. A text without digits must be the whole SKU. */
export function skuPrefixQuery(configId: number, joined: string): string {
  const exact = lexeme(configId, '=', joined)
  return /\d/.test(joined) && joined.length > 3 ? `${exact}:*` : joined ? exact : ''
}

/** Matches the whole SKU. */
export const skuQuery = (configId: number, joined: string) => lexeme(configId, '=', joined)
