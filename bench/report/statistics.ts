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
