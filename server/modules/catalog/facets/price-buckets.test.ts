import { expect, test } from 'vitest'
import { priceBuckets } from './price-buckets.rules.ts'

test('are round and cover all prices', () => {
  expect(priceBuckets(54_900, 480_000)).toEqual([
    { min: 50_000, max: 70_000 },
    { min: 70_000, max: 100_000 },
    { min: 100_000, max: 150_000 },
    { min: 150_000, max: 200_000 },
    { min: 200_000, max: 300_000 },
    { min: 300_000, max: 500_000 },
  ])
})

test('are at most 12, adjoin, and cover any range', () => {
  for (let round = 0; round < 500; round++) {
    const [min = 0, max = 0] = [Math.floor(2 ** (round % 31)), (round * 7919) % 2_000_000_000].toSorted(
      (a, b) => a - b,
    )
    const buckets = priceBuckets(min, max)
    expect(buckets.length, `${min} to ${max}`).toBeLessThanOrEqual(12)
    expect(buckets[0]?.min).toBeLessThanOrEqual(min)
    expect(buckets.at(-1)?.max).toBeGreaterThanOrEqual(max)
    for (const [index, { min: from, max: to }] of buckets.entries()) {
      expect(from).toBeLessThan(to)
      if (index > 0) expect(from).toBe(buckets[index - 1]?.max)
    }
  }
})
