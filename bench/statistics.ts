/** The value that a share of the sorted values does not exceed: 0.5 is the median, 0.95 leaves out the slowest twentieth. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const position = (sorted.length - 1) * share
  const below = sorted[Math.floor(position)]
  const above = sorted[Math.ceil(position)]
  if (below === undefined || above === undefined) throw new RangeError('There is no quantile of nothing')
  return below + (above - below) * (position % 1)
}

/** The middle value; of an even number of values, halfway between the middle two. */
export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** A median with the lowest and the highest value around it. */
export interface Spread {
  median: number
  low: number
  high: number
}

/** Median, lowest and highest of some rounds. */
export const spread = (values: readonly number[]): Spread => ({
  median: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
})
