import { expect, test } from 'vitest'
import { countryNames } from '#contract/orders/address/country-names.ts'
import { countryCodeOf } from './country-code.ts'

test.each([
  ['IN', 'IN'],
  ['us', 'US'],
  ['IND', 'IN'],
  [' usa ', 'US'],
  ['DEU', 'DE'],
  ['CHE', 'CH'],
  ['SWZ', 'SZ'],
  ['Singapore', 'SG'],
  ['Côte d’Ivoire', 'CI'],
  ['XYZ', undefined],
  ['Atlantis', undefined],
  ['', undefined],
  [undefined, undefined],
])('%s is %s', (text, code) => {
  expect(countryCodeOf(text)).toBe(code)
})

test('each country has one code of three letters', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const threes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
  const found = threes.flatMap((code) => countryCodeOf(code) ?? [])
  expect(found.toSorted()).toEqual([...countryNames.keys()].toSorted())
})
