/** A range of prices in minor units, both ends included. */
export interface PriceBucket {
  min: number
  max: number
}

const MAX_BUCKETS = 12
/** The digits that price steps may begin with, from fine to coarse. */
const STEPS = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]
/** Prices below this part of the highest share the first bucket. */
const MIN_SHARE = 1 / 10_000

/**
 * Round price ranges that cover all prices from `min` to `max`, at most 12. Each is about half as wide again as the one
 * before, because a shop has many cheap products and few expensive ones.
 */
export function priceBuckets(min: number, max: number): PriceBucket[] {
  const lowest = Math.max(min, Math.ceil(max * MIN_SHARE), 1)
  for (const digits of STEPS) {
    const edges = roundEdges(lowest, Math.max(max, lowest), digits)
    if (edges.length > MAX_BUCKETS + 1) continue
    if (min < lowest) edges[0] = 0
    return edges.slice(1).map((edge, index) => ({ min: edges[index] ?? 0, max: edge }))
  }
  return []
}

/** Round numbers from the last one below `min` to the first one from `max` on. */
function roundEdges(min: number, max: number, digits: readonly number[]): number[] {
  const edges: number[] = []
  for (let power = 10 ** Math.floor(Math.log10(min)); ; power *= 10) {
    for (const digit of digits) {
      const edge = Math.round(digit * power)
      if (edge <= min) edges[0] = edge
      else edges.push(edge)
      if (edge >= max && edges.length > 1) return edges
    }
  }
}
