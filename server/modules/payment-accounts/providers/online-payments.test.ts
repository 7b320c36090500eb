import { afterAll, expect, test, vi } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getOrder } from '#contract/orders/order.ts'
import { disconnectProvider, getPaymentAccounts } from '#contract/payment-accounts/payment-account.ts'
import { updatePaymentOrder } from '#contract/settings/settings.ts'
import { testApp } from '#test/harness/app/app.ts'
import { authSecret } from '#test/harness/data/paid-order.ts'
import { client } from '#test/harness/people/client.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'
import { onlinePaymentsOf } from './online-payments.ts'
import { providerEntries } from './provider-entries.ts'

const environment = keysOf('envi')
const shop = await paymentShop({
  STRIPE_SECRET_KEY: environment.secretKey,
  STRIPE_WEBHOOK_SECRET: environment.webhookSecret,
})
const { app, db, stripe, staff } = shop
afterAll(shop.stop)
const [ofEnvironment, own] = [await stripe.add(), await stripe.add()]
const keys = keysOf('ownm')
stripe.allow(environment.secretKey, ofEnvironment)
stripe.allow(keys.secretKey, own)

const statusOf = async ({ number, accessToken }: { number: string; accessToken: string }) =>
  (await client(app).send(getOrder, { number, accessToken })).answer.data.status
const message = (server: typeof own, number: string, secret: string) =>
  server.message('checkout.session.completed', number, { secret })

test('the keys of the environment serve the first shop, until it connects its own account', async () => {
  expect((await shop.offered()).map(({ id }) => id)).toEqual(['stripe'])
  expect(await shop.offered('other.example')).toEqual([])
  const view = async () => (await staff.browser.send(getPaymentAccounts)).answer.data
  expect(await view()).toMatchObject({ accounts: [], environment: { provider: 'stripe', mode: 'test' } })
  const before = await shop.ordered()
  await shop.connect(keys)
  await expect.poll(async () => (await view()).environment).toBeNull()
  const after = await shop.ordered()
  expect([ofEnvironment, own].map((server) => server.sessions(after.number).length)).toEqual([0, 1])
  // What the environment's keys have opened is still asked about with them.
  ofEnvironment.pay(before.number)
  expect(await shop.deliver(message(ofEnvironment, before.number, environment.webhookSecret))).toBe(200)
  expect(await statusOf(before)).toBe('confirmed')
  own.pay(after.number)
  expect(await shop.deliver(message(own, after.number, keys.webhookSecret))).toBe(200)
  expect(await statusOf(after)).toBe('confirmed')
  await staff.browser.send(disconnectProvider, { provider: 'stripe' })
  await expect.poll(async () => (await view()).environment).toMatchObject({ provider: 'stripe' })
})

test('another process follows a change within a second', async () => {
  const env = { RATE_LIMITS: 'off', AUTH_SECRET: authSecret, STRIPE_URL: stripe.url }
  const other = await testApp({
    env,
    database: () => Promise.resolve({ db, url: shop.url, drop: async () => {} }),
  })
  const offered = async () => {
    const items = JSON.stringify([{ productid: shop.goods.mug, quantity: 1 }])
    const { answer } = await client(other.app).send(getCheckout, { items })
    return answer.data.paymentMethods.map(({ id }) => id)
  }
  expect(await offered()).toEqual(['cod'])
  await shop.connect(keys)
  await expect.poll(offered, { timeout: 1000 }).toEqual(['stripe', 'cod'])
  await staff.browser.send(updatePaymentOrder, { order: ['cod', 'stripe'] })
  await expect.poll(offered, { timeout: 1000 }).toEqual(['cod', 'stripe'])
  await other.stop()
})

test('keys of the environment whose library could not be loaded are tried again', async () => {
  const online = onlinePaymentsOf({
    authSecret,
    paymentUrls: { stripe: stripe.url, razorpay: undefined, paypal: undefined, mollie: undefined },
    stripeSecretKey: environment.secretKey,
    stripeWebhookSecret: environment.webhookSecret,
  })
  await db.deleteFrom('payment_account').where('state', '=', 'in_use').execute()
  const load = vi.spyOn(providerEntries.stripe, 'make').mockRejectedValueOnce(new Error('No file left'))
  await expect(online.ofShop(db, 1)).rejects.toThrow('No file left')
  const { offered } = await online.ofShop(db, 1)
  expect(offered.map(({ id }) => id)).toEqual(['stripe'])
  await online.ofShop(db, 1)
  expect(load).toHaveBeenCalledTimes(2)
  load.mockRestore()
})
