import { expect, test } from 'vitest'
import { fromDecimal, toDecimal } from './provider-amount.ts'

test.each([
  [1050, 'EUR', 2, '10.50'],
  [5, 'EUR', 2, '0.05'],
  [500, 'JPY', 0, '500'],
  [5_124, 'KWD', 3, '5.124'],
  // The shop counts whole forints, Mollie hundredths of them.
  [1500, 'HUF', 2, '1500.00'],
  [5_124, 'KWD', 2, undefined],
  [-1, 'EUR', 2, undefined],
])('writes %i of %s with %i decimals as %s', (amount, currency, decimals, text) => {
  expect(toDecimal(amount, currency, decimals)).toBe(text)
  if (text !== undefined) expect(fromDecimal(text, currency)).toBe(amount)
})

test.each(['', '1,00', '-1.00', '1e3', '0.005', '1.', ' 1.00', 'NaN', '99999999999999999.00'])(
  'reads no euros in %j',
  (text) => expect(fromDecimal(text, 'EUR')).toBeUndefined(),
)
