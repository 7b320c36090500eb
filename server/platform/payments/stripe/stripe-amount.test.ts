import { expect, test } from 'vitest'
import { fromStripe, stripeProblem, toStripe } from './stripe-amount.ts'

test.each([
  ['INR', 175_000, 175_000],
  ['USD', 1, 1],
  ['JPY', 500, 500],
  ['KRW', 500, 500],
  // Stripe counts hundredths that do not exist.
  ['ISK', 5, 500],
  ['UGX', 5, 500],
  ['IDR', 15_000, 1_500_000],
  // Three decimals; the last one must be 0.
  ['KWD', 5_120, 5_120],
  ['KWD', 5_124, undefined],
])('converts %s %i to %s and back', (currency, amount, stripeAmount) => {
  expect(toStripe(amount, currency)).toBe(stripeAmount)
  if (stripeAmount !== undefined) expect(fromStripe(stripeAmount, currency)).toBe(amount)
})

test('answers undefined for fractions of a minor unit', () => {
  expect(fromStripe(501, 'ISK')).toBeUndefined()
  expect(toStripe(2 ** 53 - 1, 'ISK')).toBeUndefined()
})

test.each([
  ['EUR', 50, null],
  ['EUR', 49, 'Stripe takes payments from €0.50'],
  ['JPY', 49, 'Stripe takes payments from ¥50'],
  ['INR', 0, 'Stripe takes payments from ₹0.50'],
  ['KWD', 0, 'Stripe takes payments from KWD\u00a00.010'],
  ['KWD', 5_124, 'Stripe can’t take exactly KWD\u00a05.124'],
])('says why %s %i cannot be paid: %s', (currency, amount, sentence) => {
  expect(stripeProblem(amount, currency)).toBe(sentence)
})
