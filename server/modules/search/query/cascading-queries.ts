import { allOf, anyOf, queriesOfTerm, rankingOf, type Term, type TermRanking } from './query-terms.ts'

/** One query of the cascade. The keys with underscores are those of the SQL function `rank_search_results`. */
export interface CascadeQuery {
  query: string
  /**
   * Two weaker queries of the rarest words. The index scan follows them instead of every alternative of every word. Absent
   * for a single word.
   */
  first_prefilter?: string
  second_prefilter?: string
  /** Runs on a sample of one eighth of the products, which suffices for frequent words. */
  in_sample?: true
  /** Its result is complete, so the cascade ends here, unless it finds too much. */
  is_exhaustive?: true
  /** Requires only some of the words. */
  is_fallback?: true
}

/** All queries of a search. */
export interface SearchQueries extends TermRanking {
  /** In the order in which they run. */
  cascade: CascadeQuery[]
  /** All words in the name; the same with partial matches; all words anywhere. They decide the rank. */
  inName: string
  inNamePartial: string
  anywhere: string
}

interface QueryOptions {
  /** Phrase queries that every result must match. */
  phrases: readonly string[]
  /** The SKU query of the whole text, or empty. */
  sku: string
  visibleProducts: number
  /** How many results are wanted. */
  limit: number
}

/** Fallback queries look for at most this many results. */
const MAX_FALLBACK_RESULTS = 100
/** The sample must be expected to contain twice the wanted results: an eighth of 16 times the limit. */
const SAMPLE_FACTOR = 16
const MAX_FALLBACK_WORDS = 5

/** Builds the queries for these terms, from narrow to wide. */
export function buildQueries(configId: number, terms: readonly Term[], options: QueryOptions): SearchQueries {
  const { phrases, sku, visibleProducts, limit } = options
  const rarest = rarestFirst(terms)
  const allTerms = (field: 'name' | 'all', includePartial: boolean): CascadeQuery => ({
    query: allOf([...terms.map((term) => anyOf(queriesOfTerm(term, field, includePartial))), ...phrases]),
    ...prefilters(rarest.map((term) => queriesOfTerm(term, field, includePartial))),
  })
  const inName = allTerms('name', false)
  const inNamePartial = allTerms('name', true)
  const anywhereExact = allTerms('all', false)
  const anywhere = allTerms('all', true)
  const exactEstimate = estimateMatches(terms, visibleProducts, 'exact')
  const partialEstimate = estimateMatches(terms, visibleProducts, 'partial')
  const cascade = [
    ...(sku ? [{ query: sku }] : []),
    ...sampled(inName, exactEstimate, limit),
    // For three and more words, the widest query often finds everything in the time of one query.
    ...(terms.length > 2 && partialEstimate < limit / 2
      ? [{ ...anywhere, is_exhaustive: true as const }]
      : []),
    inName,
    ...sampled(inNamePartial, partialEstimate, limit),
    inNamePartial,
    // Matches by category name have no estimate, so the number of all products stands in for it.
    ...sampled(anywhereExact, visibleProducts, limit),
    anywhereExact,
    ...sampled(anywhere, visibleProducts, limit),
    anywhere,
    ...fallbackQueries(terms, options),
  ]
  return {
    cascade: withoutDuplicates(cascade),
    inName: inName.query,
    inNamePartial: inNamePartial.query,
    anywhere: anywhere.query,
    ...rankingOf(configId, terms),
  }
}

/** Queries are equal if no word has partial matches. */
function withoutDuplicates(cascade: readonly CascadeQuery[]): CascadeQuery[] {
  return [...new Map(cascade.map((query) => [JSON.stringify(query), query])).values()]
}

/** The query on the sample, if the sample is expected to contain enough results. */
function sampled(query: CascadeQuery, estimate: number, limit: number): CascadeQuery[] {
  return estimate > SAMPLE_FACTOR * limit ? [{ ...query, in_sample: true }] : []
}

/** Estimates how many products match all terms, assuming independent words. */
function estimateMatches(
  terms: readonly Term[],
  visibleProducts: number,
  kind: keyof Term['estimate'],
): number {
  return terms.reduce(
    (products, { estimate }) => products * Math.min(1, estimate[kind] / visibleProducts),
    visibleProducts,
  )
}

const rarestFirst = (terms: readonly Term[]) => terms.toSorted((a, b) => b.weight - a.weight)

/** Prefilters from the tsqueries of each word, rarest word first. */
function prefilters([rarest, ...others]: readonly string[][]): Pick<
  CascadeQuery,
  'first_prefilter' | 'second_prefilter'
> {
  return rarest && others.length > 0
    ? { first_prefilter: anyOf(rarest), second_prefilter: allOf(others.slice(0, 2).map(anyOf)) }
    : {}
}

/**
 * Queries for products that lack some of the words: first one word is optional, then two and more, the least important
 * ones first. Phrases stay required. Separate queries use the index far better than one query with all combinations.
 */
function fallbackQueries(terms: readonly Term[], { phrases, visibleProducts }: QueryOptions): CascadeQuery[] {
  const optional = terms.filter(({ isPhrase }) => !isPhrase)
  const known = rarestFirst(optional.filter(({ isKnown }) => isKnown))
  if (known.length === 0 || optional.length === 1) return []
  const queriesOfSubsets = (from: readonly Term[], size: number): CascadeQuery[] =>
    combinations(from, Math.min(size, from.length)).flatMap((chosen) => {
      const words = chosen.map((term) => queriesOfTerm(term, 'all', false))
      const query: CascadeQuery = {
        query: allOf([...words.map(anyOf), ...phrases]),
        ...prefilters(words),
        is_fallback: true,
      }
      const estimate = estimateMatches(chosen, visibleProducts, 'exact')
      return [...sampled(query, estimate, MAX_FALLBACK_RESULTS), query]
    })
  const important = known.slice(0, MAX_FALLBACK_WORDS)
  const smaller =
    optional.length > 3
      ? [...queriesOfSubsets(important.slice(0, 3), 2), ...queriesOfSubsets(important.slice(0, 2), 1)]
      : []
  return [...queriesOfSubsets(important, Math.min(optional.length, MAX_FALLBACK_WORDS) - 1), ...smaller]
}

/** All subsets of this size, in order. */
function combinations<T>(from: readonly T[], size: number): T[][] {
  if (size === 0) return [[]]
  return from.flatMap((first, index) =>
    combinations(from.slice(index + 1), size - 1).map((rest) => [first, ...rest]),
  )
}
