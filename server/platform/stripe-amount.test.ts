import { expect, test } from 'vitest'
import { fromStripe, toStripe } from './stripe-amount.ts'

test.each([
  ['INR', 175_000, 175_000],
  ['USD', 1, 1],
  ['JPY', 500, 500],
  ['KRW', 500, 500],
  // Stripe counts hundredths where there are none.
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  ['IDR', 15_000, 1_500_000],
  // Three decimals, the last of which must be 0.
  ['KWD', 5_120, 5_120],
  ['KWD', 5_124, undefined],
])('%s: %i is %s there', (currency, amount, counted) => {
  expect(toStripe(amount, currency)).toBe(counted)
  if (counted !== undefined) expect(fromStripe(counted, currency)).toBe(amount)
})

test('what is no whole minor unit is no amount', () => {
  expect(fromStripe(501, 'ISK')).toBeUndefined()
  expect(toStripe(2 ** 53 - 1, 'ISK')).toBeUndefined()
})
