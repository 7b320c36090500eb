/** What clicks and orders of a search say about one result. */
export interface ProductSignal {
  productId: number
  /** Clicks and orders, weighted by position, as they count today. */
  weight: number
}

/** A click far down counts like this many at the top, at most. A caller who invents a position gains no more. */
const MAX_CLICK_WEIGHT = 3

/**
 * The weight of a click: the inverse of the probability that a shopper looks at the position, which counts from 1. That is the
 * estimate of Joachims, Swaminathan and Schnabel (WSDM 2017), there with 1/position. In a grid people see several products at
 * once, so we assume 1/√position.
 */
export const clickWeight = (position: number): number =>
  Math.min(MAX_CLICK_WEIGHT, Math.sqrt(Math.max(1, position)))

/** The gain of a product on which all clicks and orders agree. */
const MAX_GAIN = 3
/** So much weight makes half of the gain. Few clicks therefore change little. */
const HALF_GAIN_WEIGHT = 40
/** Added to each rank, so that the first ranks differ less than by their ratio. */
const RANK_OFFSET = 10

/** How far each product of a text is lifted, from 0 to 3. The product with the most weight gains most. */
export function gainsOf(signal: readonly ProductSignal[]): Map<number, number> {
  const most = Math.max(0, ...signal.map(({ weight }) => weight))
  return new Map(
    signal.map(({ productId, weight }) => [productId, (MAX_GAIN * weight) / (most + HALF_GAIN_WEIGHT)]),
  )
}

/** Ranks count from 1; the lowest result comes first. */
const liftedRank = (rank: number, gain: number) => (rank + RANK_OFFSET) / (1 + gain)

/** The place, from 1, that a product in place 10 would take if no other product had a gain. */
export const placeFromTen = (gain: number): number =>
  Math.max(1, Math.ceil(liftedRank(10, gain) - RANK_OFFSET))

/**
 * Lifts products with clicks and orders within the results. The first `fixed` results, which the text names exactly, stay. No
 * product is added: at most, one moves from place 33 to the first.
 */
export function liftBySignal(
  ids: readonly number[],
  signal: readonly ProductSignal[],
  fixed: number,
): number[] {
  const gains = gainsOf(signal)
  const lifted = ids
    .slice(fixed)
    .map((id, index) => ({ id, rank: liftedRank(index + 1, gains.get(id) ?? 0) }))
    .toSorted((a, b) => a.rank - b.rank)
  return [...ids.slice(0, fixed), ...lifted.map(({ id }) => id)]
}
