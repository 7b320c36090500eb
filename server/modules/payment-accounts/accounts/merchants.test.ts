import { afterAll, describe, expect, test } from 'vitest'
import { refundOrder } from '#contract/orders/payment/refund.ts'
import { connectMollie, connectPaypal, connectRazorpay } from '#contract/payment-accounts/payment-account.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { basic, sharedAddress } from '#test/harness/services/shared-address.ts'
import { mollieServer } from '#test/harness/services/mollie-server.ts'
import { paymentShop } from '#test/harness/services/payment-shop.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'
import { razorpayServer } from '#test/harness/services/razorpay-server.ts'

const servers = {
  razorpay: await Promise.all([razorpayServer(), razorpayServer()]),
  paypal: await Promise.all([paypalServer(), paypalServer()]),
  mollie: await Promise.all([mollieServer({ isNear: true }), mollieServer({ isNear: true })]),
}

/** Keys by merchant: the first has two, because it rolls them. */
const keysOf = {
  razorpay: (name: string) => ({
    keyId: `rzp_test_${name}`,
    keySecret: `secret-of-${name}`,
    webhookSecret: 'hook of the tests',
  }),
  paypal: (name: string) => ({
    clientId: `client-id-of-${name}`,
    clientSecret: `secret-of-${name}`,
    webhookId: servers.paypal[0].keys.webhookId,
  }),
  mollie: (name: string) => ({ apiKey: `test_ofTheMerchant${name}` }),
}
const names = ['mugsFirst00', 'mugsRolled0', 'bowls000000'] as const
const merchantOf = (name: (typeof names)[number]) => (name === 'bowls000000' ? 1 : 0)

const addresses = {
  razorpay: await sharedAddress(
    Object.fromEntries(
      names.map((name) => {
        const { keyId, keySecret } = keysOf.razorpay(name)
        const { url, keys } = servers.razorpay[merchantOf(name)]
        return [basic(keyId, keySecret), { url, authorization: basic(keys.keyId, keys.keySecret) }]
      }),
    ),
  ),
  paypal: await sharedAddress(
    Object.fromEntries(
      names.map((name) => {
        const { clientId, clientSecret } = keysOf.paypal(name)
        const { url, keys } = servers.paypal[merchantOf(name)]
        return [
          basic(clientId, clientSecret),
          { url, authorization: basic(keys.clientId, keys.clientSecret) },
        ]
      }),
    ),
  ),
  mollie: await sharedAddress(
    Object.fromEntries(
      names.map((name) => {
        const { url, keys } = servers.mollie[merchantOf(name)]
        return [`Bearer ${keysOf.mollie(name).apiKey}`, { url, authorization: `Bearer ${keys.apiKey}` }]
      }),
    ),
  ),
}

const shop = await paymentShop({
  RAZORPAY_URL: addresses.razorpay.url,
  PAYPAL_URL: addresses.paypal.url,
  MOLLIE_URL: addresses.mollie.url,
})
const { app, db, goods, staff } = shop
afterAll(async () => {
  await shop.stop()
  await Promise.all([...Object.values(addresses), ...Object.values(servers).flat()].map((one) => one.stop()))
})

const connect = {
  razorpay: (keys: object) => staff.browser.send(connectRazorpay, keys),
  paypal: (keys: object) => staff.browser.send(connectPaypal, keys),
  mollie: (keys: object) => staff.browser.send(connectMollie, keys),
}

describe.each(['razorpay', 'paypal', 'mollie'] as const)('at %s', (provider) => {
  const [mugs, bowls] = servers[provider]

  const connectKeys = async (name: (typeof names)[number]) => {
    const [{ version } = { version: undefined }] = (await shop.accounts()).filter(
      (account) => account.provider === provider && account.state === 'in_use',
    )
    const { status, message, answer } = await connect[provider]({
      mode: 'test',
      ...keysOf[provider](name),
      ...(version !== undefined && { version }),
    })
    expect(status, message).toBe(200)
    return answer.data
  }
  const ordered = async () => {
    const items = [{ productid: goods.lamp, variantid: goods.lampVariants[0], quantity: 1 }]
    const { answer, status, message } = await order(client(app), { items, paymentMethod: provider })
    expect(status, message).toBe(201)
    return answer.data.number
  }
  const statusOf = async (number: string) =>
    (
      await db
        .selectFrom('shop_order')
        .select('status')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
    ).status

  test('rolled keys go on with the payments of their merchant, and those of another retire the account', async () => {
    await db.updateTable('payment').set({ account_id: null }).execute()
    await db.deleteFrom('payment_account').execute()
    await shop.awaitOffer([])
    await db.updateTable('shop').set({ currency: mugs.currency }).where('config_id', '=', 1).execute()
    const { id } = await connectKeys('mugsFirst00')
    await shop.awaitOffer([provider])
    const [paid, open, given] = [await ordered(), await ordered(), await ordered()]
    mugs.pay(paid)
    await shop.poll()
    // The latest page has reached its end, so PayPal does not know it any more.
    mugs.expire(given)
    expect(await connectKeys('mugsRolled0')).toMatchObject({ id, retired: null })
    expect(await connectKeys('bowls000000')).toMatchObject({ retired: id })
    const later = await ordered()
    expect([mugs.opened(later), bowls.opened(later)]).toEqual([0, 1])
    mugs.pay(open)
    const refund = { number: paid, reason: 'Broken', lines: [{ position: 0, quantity: 1 }], shipping: true }
    const key = { 'idempotency-key': `refund ${paid}` }
    expect((await staff.browser.send(refundOrder, refund, key)).status).toBe(200)
    await shop.poll()
    expect(await statusOf(open)).toBe('confirmed')
    expect(mugs.held(paid)).toBe(0)
  })

  test('another merchant is recognised although the only page of the first has ended', async () => {
    await db.updateTable('payment').set({ account_id: null }).execute()
    await db.deleteFrom('payment_account').execute()
    await shop.awaitOffer([])
    await db.updateTable('shop').set({ currency: mugs.currency }).where('config_id', '=', 1).execute()
    const { id } = await connectKeys('mugsFirst00')
    await shop.awaitOffer([provider])
    mugs.expire(await ordered())
    expect(await connectKeys('bowls000000')).toMatchObject({ retired: id })
  })
})
