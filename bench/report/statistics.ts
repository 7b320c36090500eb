/** The quantile of sorted values: 0.5 is the median, 0.95 the 95th percentile. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new RangeError('There is no quantile of nothing')
  return below + (above - below) * (position % 1)
}

/** The median; of an even number of values, the mean of the middle two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** A median with its lowest and highest value. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** Median, lowest and highest value of the rounds. */
export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
})

/** How long something takes at a size. */
export interface TimeAtSize {
  size: number
  time: number
}

/** The exponent of growth: 0 if the size does not matter, 1 if twice the size takes twice the time. */
export const growthExponent = (small: TimeAtSize, large: TimeAtSize): number =>
  Math.log(large.time / small.time) / Math.log(large.size / small.size)
