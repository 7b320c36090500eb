import { afterAll, expect, test } from 'vitest'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { ProviderRefusal } from '../payment-provider.ts'
import { makePaypal } from './paypal.ts'

const paypal = await paypalServer()
const { keys, url: server, provider } = paypal
afterAll(paypal.stop)

let orders = 0
async function opened() {
  const orderNumber = `ABCD-${String(++orders).padStart(4, '0')}-PPAL`
  const page = `https://shop.example/orders/${orderNumber}`
  const { reference } = await provider.open({
    key: `${orderNumber}:pay:1`,
    orderNumber,
    amount: 200_000,
    currency: 'EUR',
    email: '',
    placedAt: new Date(),
    reservedUntil: new Date(Date.now() + 1_800_000),
    isLater: false,
    successUrl: page,
    cancelUrl: page,
  })
  return { orderNumber, reference }
}

test.each([
  ['EUR', 1, null],
  ['EUR', 0, 'PayPal takes payments from €0.01'],
  ['JPY', 500, null],
  ['HUF', 1500, null],
  ['INR', 100_000, 'PayPal takes no payments in INR'],
])('says why %s %i cannot be paid: %s', (currency, amount, sentence) => {
  expect(provider.problem(amount, currency)).toBe(sentence)
})

test('refuses wrong keys and an unknown webhook with a sentence', async () => {
  await expect(makePaypal({ ...keys, clientSecret: 'wrong', server }).identify()).rejects.toThrow(
    new ProviderRefusal('PayPal does not accept the client id with this secret.'),
  )
  await expect(makePaypal({ ...keys, webhookId: 'OTHER', server }).identify()).rejects.toThrow(
    new ProviderRefusal('The app at PayPal has no webhook with this id.'),
  )
})

test('renews a token that has ended early', async () => {
  const { reference } = await opened()
  paypal.endTokens()
  expect(await provider.getPayment(reference)).toMatchObject({ state: 'open' })
})

test('takes nothing of what the shopper approves after the shop has given it up', async () => {
  const { orderNumber, reference } = await opened()
  expect(await provider.close(reference)).toMatchObject({ state: 'failed' })
  paypal.pay(orderNumber)
  expect(await provider.getPayment(reference, { isOver: true })).toMatchObject({ state: 'failed' })
  expect(paypal.held(orderNumber)).toBe(0)
})

test('takes an approved payment once, by calls at the same time', async () => {
  const { orderNumber, reference } = await opened()
  paypal.pay(orderNumber)
  const states = await Promise.all([1, 2, 3].map(() => provider.getPayment(reference)))
  expect(new Set(states.map(({ charge }) => charge)).size).toBe(1)
  expect(paypal.held(orderNumber)).toBe(200_000)
})

test('takes an approved payment once, even if PayPal recognises no request', async () => {
  paypal.forgetAlways()
  const { orderNumber, reference } = await opened()
  paypal.pay(orderNumber)
  const states = await Promise.all([1, 2, 3].map(() => provider.getPayment(reference)))
  expect(states).toEqual(states.map(() => expect.objectContaining({ state: 'paid', amount: 200_000 })))
  expect(paypal.held(orderNumber)).toBe(200_000)
})

test('lets the shopper choose another way to pay after a decline', async () => {
  const { orderNumber, reference } = await opened()
  paypal.approveDeclined(orderNumber)
  expect(await provider.getPayment(reference)).toMatchObject({ state: 'open' })
  paypal.pay(orderNumber)
  expect(await provider.getPayment(reference)).toMatchObject({ state: 'paid', amount: 200_000 })
  const other = await opened()
  paypal.approveDeclined(other.orderNumber)
  expect(await provider.close(other.reference)).toMatchObject({ state: 'failed' })
})

test('asks PayPal only about messages that may be its own', async () => {
  const { orderNumber } = await opened()
  const { payload, headers } = paypal.message('payment', orderNumber)
  const read = (changed: Record<string, string>) =>
    provider.parseEvent(Buffer.from(payload), { ...headers, ...changed })
  expect(await read({})).toBeDefined()
  for (const host of ['paypal.com.example.com/x', 'example.com/.paypal.com/', 'user@paypal.com/'])
    expect(await read({ 'paypal-cert-url': `https://${host}` })).toBeUndefined()
})
