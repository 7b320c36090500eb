import { afterAll, expect, test } from 'vitest'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { ProviderRefusal } from '../payment-provider.ts'
import { makeMollie } from './mollie.ts'

const { keys, url: server, provider, stop } = await mollieServer()
afterAll(stop)

test.each([
  ['EUR', 1, null],
  ['EUR', 0, 'Mollie takes payments from €0.01'],
  ['JPY', 500, null],
  ['KWD', 5_120, 'Mollie takes no payments in KWD'],
])('says why %s %i cannot be paid: %s', (currency, amount, sentence) => {
  expect(provider.problem(amount, currency)).toBe(sentence)
})

test('refuses a wrong key with a sentence', async () => {
  const { webhookUrl } = keys
  await expect(makeMollie({ apiKey: 'live_of_somebody', webhookUrl, server }).identify()).rejects.toThrow(
    new ProviderRefusal('Mollie does not accept the API key.'),
  )
})

test('names no address of this machine, which Mollie would refuse', async () => {
  const local = makeMollie({
    ...keys,
    webhookUrl: 'http://localhost:3000/api/payments/mollie/webhook',
    server,
  })
  const page = 'https://shop.example/orders/1'
  const request = {
    key: 'ABCD-0000-WXYZ:pay:1',
    orderNumber: 'ABCD-0000-WXYZ',
    amount: 100,
    currency: 'EUR',
    email: '',
  }
  const times = { placedAt: new Date(), reservedUntil: new Date() }
  // The server requires an address, so that a shop on the web can't forget it.
  await expect(
    local.open({ ...request, ...times, isLater: false, successUrl: page, cancelUrl: page }),
  ).rejects.toThrow('invalid')
})

test.each(['', 'id=', 'id=ord_1', 'id=tr_../refunds', '{"id":"tr_1"}'])(
  'reads no payment in %j',
  async (body) => {
    expect(await provider.parseEvent(Buffer.from(body), {})).toBeUndefined()
  },
)
