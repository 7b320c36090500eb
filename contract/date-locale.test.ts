import { expect, test } from 'vitest'
import { dayRangeText } from './orders/delivery/delivery-dates.ts'
import { dateLocale } from './date-locale.ts'

test.each([
  ['en-IN', 'en-IN'],
  ['en-US', 'en-US'],
  ['de-DE', 'en-DE'],
  ['hi', 'en-IN'],
  ['ar-EG-u-nu-arab', 'en-EG'],
])('dates of a shop with %s are written as %s', (locale, expected) => {
  expect(dateLocale(locale)).toBe(expected)
})

test('a German shop promises days in the language of its pages', () => {
  expect(dayRangeText({ from: '2026-12-03', to: '2026-12-05' }, 'de-DE')).toMatch(/^Thu.* Dec$/)
})
