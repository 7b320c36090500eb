import type { Term } from '../query-terms.ts'

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
  is_partial?: true
}

/** The sample must be expected to contain twice the wanted results: an eighth of 16 times the limit. */
const SAMPLE_FACTOR = 16

/** The query on the sample, if the sample is expected to contain enough results. */
export function sampled(query: CascadeQuery, estimate: number, limit: number): CascadeQuery[] {
  return estimate > SAMPLE_FACTOR * limit ? [{ ...query, in_sample: true }] : []
}

/** Estimates how many products match all terms, assuming independent words. */
export function estimateMatches(
  terms: readonly Term[],
  visibleProducts: number,
  kind: keyof Term['estimate'],
): number {
  return terms.reduce(
    // A word that occurs only within others has no exact matches.
    (products, { estimate }) =>
      products * Math.min(1, (estimate[kind] || estimate.partial) / visibleProducts),
    visibleProducts,
  )
}
