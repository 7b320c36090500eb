import { anyOf, matchesNothing, phraseQuery, type SkuQueries, type Term } from './query-terms.ts'
import type { QueryWord } from './query-words.queries.ts'

/** What ranks a document: an entry per term in the first four lists, and weighted boosts. The lists are tsquery texts. */
export interface Ranking {
  exact: string[]
  similar: string[]
  parts: string[]
  weights: number[]
  boosts: string[]
  boostWeights: number[]
}

/** A term and the word of the query that it stands for. */
export interface RankedTerm extends Term {
  source: QueryWord
  /** The stem of its correction. */
  stem?: string
}

/** Shares of the weight of a term. */
const QUERY_HEAD_BOOST = 0.175
const OTHER_HEAD_BOOST = 0.05
const NEIGHBOUR_BOOST = 0.1

/**
 * Neighbours that stay together and a name that is about the noun of the query are worth more. A name that is about another
 * word of the query gains a little.
 */
export function rankingOf(shopId: number, terms: readonly RankedTerm[], sku: SkuQueries): Ranking {
  const known = terms.filter(({ isKnown }) => isKnown)
  const inAnyField = (matches: Term['exact']) => {
    const queries = matches.flatMap(
      ({ name, all = name }) => all?.replaceAll(`'${shopId}n/`, `'${shopId}/`) ?? [],
    )
    return queries.length > 0 ? anyOf(queries) : matchesNothing(shopId)
  }
  const boosts = [...headBoosts(known), ...neighbourBoosts(shopId, known), ...skuBoosts(known, sku)]
  return {
    exact: known.map(({ exact }) => inAnyField(exact)),
    similar: known.map(({ similar }) => inAnyField(similar)),
    parts: known.map(({ partial }) => inAnyField(partial)),
    weights: known.map(({ weight }) => weight),
    boosts: boosts.map(({ query }) => query),
    boostWeights: boosts.map(({ weight }) => weight),
  }
}

/** A SKU that begins with the text counts like a word. A part of a SKU counts less than the same number in a name. */
const SKU_PART_BOOST = 0.5

function skuBoosts(terms: readonly RankedTerm[], { prefix, part }: SkuQueries): Boost[] {
  const weight = Math.max(1, ...terms.map((term) => term.weight))
  return [
    ...(prefix ? [{ query: prefix, weight }] : []),
    ...(part ? [{ query: part, weight: SKU_PART_BOOST * weight }] : []),
  ]
}

interface Boost {
  query: string
  weight: number
}

const headBoosts = (terms: readonly RankedTerm[]): Boost[] =>
  terms.flatMap(({ exact, similar, weight, source, isOptional }) => {
    const heads = [...exact, ...similar].flatMap(({ head }) => head ?? [])
    const share = source.isHead ? QUERY_HEAD_BOOST : OTHER_HEAD_BOOST
    return heads.length === 0 || isOptional ? [] : [{ query: anyOf(heads), weight: share * weight }]
  })

const neighbourBoosts = (shopId: number, terms: readonly RankedTerm[]): Boost[] =>
  terms.slice(1).flatMap((term, index) => {
    const before = terms[index]
    if (!before || before.source.segment !== term.source.segment || before.isOptional || term.isOptional)
      return []
    const words = [before, term].map(({ source, stem }) => ({
      stem: stem ?? source.stem,
      position: source.position,
    }))
    // The halves of a compound have one position.
    const [first, second] = words
    if (first && second && first.position === second.position) second.position++
    return [
      { query: phraseQuery(shopId, words), weight: NEIGHBOUR_BOOST * Math.min(before.weight, term.weight) },
    ]
  })
