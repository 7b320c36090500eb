import { expect, test } from 'vitest'
import { narrowingOf } from './filter.ts'

test.each([
  [undefined, undefined],
  [[], undefined],
  [
    [' Home ', 'a\0b', 'Küche'],
    ['Home', 'a b', 'Küche'],
  ],
  // Results are cached under the filters, and long names name nothing.
  [['x'.repeat(201)], []],
])('categories %j become %j', (categories, read) => {
  expect(narrowingOf({ categories }, undefined, 'INR').categories).toEqual(read)
})

test.each([
  [undefined, true],
  ['INR', true],
  [' inr ', true],
  ['USD', false],
  ['', false],
])('a price filter in %j counts: %j', (currency, counts) => {
  const { minPrice, maxPrice, messages } = narrowingOf({ price: { min: 1, max: 2 } }, { currency }, 'INR')
  expect([minPrice, maxPrice]).toEqual(counts ? [1, 2] : [undefined, undefined])
  expect(messages).toHaveLength(counts ? 0 : 1)
})
