import { afterAll, beforeAll, expect, test } from 'vitest'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getShop } from '#contract/shop/shop.ts'
import { order } from '#test/harness/data/order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { client } from '#test/harness/people/client.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'

const shop = await paymentShop()
const { app, db, goods, stripe } = shop
afterAll(shop.stop)
const keys = keysOf('mugs')
const publishableKey = 'pk_test_51mugs'
stripe.allow(keys.secretKey, await stripe.add())

beforeAll(async () => {
  await shop.connect({ ...keys, publishableKey })
  await shop.awaitOffer(['stripe'])
})

test('a provider is offered for the amounts that it takes', async () => {
  await storeSettings(db, { 'shipping.flat': 0, 'payment.bank_transfer': true })
  const offeredFor = async (price: number) => {
    const productid = await goods.add(`Bead of ${price}`, { variants: [{ price, stock: 1 }] })
    const items = JSON.stringify([{ productid, quantity: 1 }])
    const { data } = (await client(app).send(getCheckout, { items })).answer
    return data.paymentMethods.map(({ id }) => id)
  }
  expect(await offeredFor(49)).toEqual(['cod', 'bank_transfer'])
  expect(await offeredFor(50)).toEqual(['stripe', 'cod', 'bank_transfer'])
})

test('the shop shows its publishable key, and the checkout what a wallet is asked for', async () => {
  expect((await client(app).send(getShop)).answer.data.stripeKey).toBe(publishableKey)
  const items = JSON.stringify([{ productid: goods.mug, quantity: 1 }])
  const { answer } = await client(app).send(getCheckout, { items, paymentMethod: 'stripe' })
  const { summary, wallet } = answer.data
  expect(wallet).toEqual({ amount: Math.round(summary.total * 100), unit: 100, isLater: false })
})

test('a shop without the key has no wallets', async () => {
  const without = client(app, { host: 'other.example' })
  expect((await without.send(getShop)).answer.data).not.toHaveProperty('stripeKey')
  await shop.connect({ ...keys, publishableKey: '' })
  await expect
    .poll(async () => (await client(app).send(getShop)).answer.data.stripeKey ?? 'none')
    .toBe('none')
  const items = [{ productid: goods.mug, quantity: 1 }]
  expect(await order(client(app), { items, paymentMethod: 'stripe', byWallet: true })).toMatchObject({
    status: 400,
    message: 'This wallet isn’t available',
  })
  const asked = { items: JSON.stringify(items), paymentMethod: 'stripe' }
  expect((await client(app).send(getCheckout, asked)).answer.data.wallet).toBeNull()
})
