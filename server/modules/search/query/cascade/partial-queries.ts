import { estimateMatches, sampled, type CascadeQuery } from './cascade-query.ts'
import { allOf, anyOf, queriesOfTerm, type Term } from '../query-terms.ts'

/** The lighter words of a longer query only rank. */
const MAX_WORDS = 7
/**
 * The first query expects a tenth of the wanted number, and each other query twice as much as the one before. Words of a name
 * occur together far more often than by chance. Among too many candidates the best may be missing.
 */
const FIRST_SHARE = 10
/** The most frequent alternatives of a word suffice. */
const MAX_ALTERNATIVES = 12

interface PartialOptions {
  /** Phrase queries that every result must match. */
  phrases: readonly string[]
  visibleProducts: number
  /** How many results are wanted. */
  wanted: number
}

/**
 * Queries for products that lack some of the words, from much matched weight to little. Lacking a frequent word costs little,
 * lacking a rare one much. One query has as many combinations as are likely to find enough.
 */
export function partialQueries(
  terms: readonly Term[],
  { phrases, visibleProducts, wanted }: PartialOptions,
): CascadeQuery[] {
  const heaviest = terms
    .filter(({ isPhrase, isKnown, isOptional }) => isKnown && !isPhrase && !isOptional)
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS)
  const cascade: CascadeQuery[] = []
  let level: Term[][] = []
  let [expected, enough] = [0, wanted / FIRST_SHARE]
  const finishLevel = () => {
    if (level.length === 0) return
    const query: CascadeQuery = {
      query: anyOf(minimal(level).map((chosen) => queryOf(chosen, phrases))),
      is_partial: true,
    }
    cascade.push(...sampled(query, expected, wanted), query)
    level = []
    expected = 0
    enough *= 2
  }
  for (const chosen of subsets(heaviest)) {
    level.push(chosen)
    expected += estimateMatches(chosen, visibleProducts, 'exact')
    if (expected >= enough) finishLevel()
  }
  finishLevel()
  return cascade
}

const queryOf = (terms: readonly Term[], phrases: readonly string[]) =>
  allOf([
    ...terms.map((term) => {
      const exact = [...queriesOfTerm(term, 'all', false), ...term.similar.flatMap(({ all }) => all ?? [])]
      return anyOf(
        (term.estimate.exact > 0 ? exact : [...exact, ...queriesOfTerm(term, 'all', true)]).slice(
          0,
          MAX_ALTERNATIVES,
        ),
      )
    }),
    ...phrases,
  ])

/** All subsets but the empty one, the heaviest first. */
function subsets(terms: readonly Term[]): Term[][] {
  let all: Term[][] = [[]]
  for (const term of terms) all = [...all, ...all.map((subset) => [...subset, term])]
  const weigh = (subset: readonly Term[]) => subset.reduce((sum, { weight }) => sum + weight, 0)
  return all
    .slice(1)
    .map((subset) => ({ subset, weight: weigh(subset) }))
    .sort((a, b) => b.weight - a.weight)
    .map(({ subset }) => subset)
}

/** The subsets that contain no other one. */
const minimal = (level: readonly Term[][]): Term[][] =>
  level.filter(
    (terms) => !level.some((other) => other !== terms && other.every((term) => terms.includes(term))),
  )
