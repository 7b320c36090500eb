import { expect, test } from 'vitest'
import { median, quantile, spread } from './statistics.ts'

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
