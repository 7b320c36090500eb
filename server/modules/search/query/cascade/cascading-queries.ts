import { estimateMatches, sampled, type CascadeQuery } from './cascade-query.ts'
import { partialQueries } from './partial-queries.ts'
import { allOf, anyOf, queriesOfTerm, type SkuQueries, type Term } from '../query-terms.ts'

interface QueryOptions {
  /** Phrase queries that every result must match. */
  phrases: readonly string[]
  /** The SKU queries of the whole text. */
  sku: SkuQueries
  visibleProducts: number
  /** How many results are wanted. */
  limit: number
  /** Partial matches fill the results up to this many. */
  minResults: number
}

/** The queries that find the candidates of these terms, from narrow to wide. */
export function buildCascade(terms: readonly Term[], options: QueryOptions): CascadeQuery[] {
  const { phrases, sku, visibleProducts, minResults } = options
  const required = terms.filter(({ isOptional }) => !isOptional)
  return withoutDuplicates([
    ...(sku.prefix ? [{ query: sku.prefix }] : []),
    ...(required.every(({ isKnown }) => isKnown) ? completeQueries(required, options) : []),
    ...(sku.part ? [{ query: sku.part }] : []),
    ...partialQueries(terms, { phrases, visibleProducts, wanted: minResults }),
  ])
}

/** Queries for products that have all of these terms. */
function completeQueries(
  all: readonly Term[],
  { phrases, visibleProducts, limit }: QueryOptions,
): CascadeQuery[] {
  const rarest = all.toSorted((a, b) => b.weight - a.weight)
  const allTerms = (field: 'name' | 'all', includePartial: boolean): CascadeQuery => ({
    query: allOf([...all.map((term) => anyOf(queriesOfTerm(term, field, includePartial))), ...phrases]),
    ...prefilters(rarest.map((term) => queriesOfTerm(term, field, includePartial))),
  })
  const inName = allTerms('name', false)
  const inNamePartial = allTerms('name', true)
  const anywhereExact = allTerms('all', false)
  const anywhere = allTerms('all', true)
  const exactEstimate = estimateMatches(all, visibleProducts, 'exact')
  const partialEstimate = estimateMatches(all, visibleProducts, 'partial')
  return [
    ...sampled(inName, exactEstimate, limit),
    // For three and more words, the widest query often finds everything in the time of one query.
    ...(all.length > 2 && partialEstimate < limit / 2 ? [{ ...anywhere, is_exhaustive: true as const }] : []),
    inName,
    ...sampled(inNamePartial, partialEstimate, limit),
    inNamePartial,
    // Matches by category name have no estimate, so the number of all products stands in for it.
    ...sampled(anywhereExact, visibleProducts, limit),
    anywhereExact,
    ...sampled(anywhere, visibleProducts, limit),
    anywhere,
  ]
}

/** Queries are equal if no word has partial matches. */
function withoutDuplicates(cascade: readonly CascadeQuery[]): CascadeQuery[] {
  return [...new Map(cascade.map((query) => [JSON.stringify(query), query])).values()]
}

/** Prefilters from the tsqueries of each word, rarest word first. */
function prefilters([rarest, ...others]: readonly string[][]): Pick<
  CascadeQuery,
  'first_prefilter' | 'second_prefilter'
> {
  return rarest && others.length > 0
    ? { first_prefilter: anyOf(rarest), second_prefilter: allOf(others.slice(0, 2).map(anyOf)) }
    : {}
}
