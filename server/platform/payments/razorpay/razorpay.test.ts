import { afterAll, expect, test } from 'vitest'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'
import { ProviderRefusal } from '../payment-provider.ts'
import { fromRazorpay, razorpayProblem, toRazorpay } from './razorpay-amount.ts'
import { makeRazorpay } from './razorpay.ts'

const { keys, url: server, stop } = await razorpayServer()
afterAll(stop)

test.each([
  ['INR', 175_000, 175_000],
  ['JPY', 500, 500],
  ['IDR', 15_000, 1_500_000],
  // Three decimals; the last one must be 0.
  ['KWD', 5_120, 5_120],
  ['KWD', 5_124, undefined],
])('converts %s %i to %s and back', (currency, amount, units) => {
  expect(toRazorpay(amount, currency)).toBe(units)
  if (units !== undefined) expect(fromRazorpay(units, currency)).toBe(amount)
})

test.each([
  ['INR', 100, null],
  ['INR', 99, 'Razorpay takes payments from ₹1.00'],
  ['JPY', 0, 'Razorpay takes payments from ¥1'],
  ['KWD', 5_124, 'Razorpay can’t take exactly KWD\u00a05.124'],
  ['AFN', 100, 'Razorpay takes no payments in AFN'],
])('says why %s %i cannot be paid: %s', (currency, amount, sentence) => {
  expect(razorpayProblem(amount, currency)).toBe(sentence)
})

test('refuses wrong keys with a sentence', async () => {
  const { keyId, webhookSecret } = keys
  const provider = makeRazorpay({ keyId, keySecret: 'wrong', webhookSecret, server })
  await expect(provider.identify()).rejects.toThrow(
    new ProviderRefusal('Razorpay does not accept the key id with this key secret.'),
  )
  // Staff may repair the keys, so that a payment is not lost with them.
  const error: unknown = await provider.getPayment('plink_1').catch((reason: unknown) => reason)
  expect(error).not.toBeInstanceOf(ProviderRefusal)
})
