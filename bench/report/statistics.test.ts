import { expect, test } from 'vitest'
import { growthExponent, median, quantile, spread } from './statistics.ts'

test('the median is the middle value, or halfway between the middle two', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([4, 1, 2, 3])).toBe(2.5)
})

test('a quantile lies between its neighbours', () => {
  const hundred = Array.from({ length: 101 }, (_, index) => 100 - index)
  expect(quantile(hundred, 0.95)).toBe(95)
  expect(quantile([10, 20], 0.95)).toBeCloseTo(19.5)
  expect(() => quantile([], 0.5)).toThrow(RangeError)
})

test('a spread names the extremes', () => {
  expect(spread([0.9, 1.1, 0.8])).toEqual({ median: 0.9, low: 0.8, high: 1.1 })
})

test('growth is 0 where the size does not matter, 1 in proportion and 2 in its square', () => {
  const grown = (time: number) => growthExponent({ size: 10, time: 3 }, { size: 1000, time })
  expect(grown(3)).toBe(0)
  expect(grown(300)).toBeCloseTo(1)
  expect(grown(30_000)).toBeCloseTo(2)
  expect(grown(1)).toBeLessThan(0)
})
