import { afterAll, beforeEach, expect, test } from 'vitest'
import { fulfilOrder, getAdminOrder } from '#contract/orders/admin-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { paymentShop } from '#test/harness/services/payment-shop.ts'
import { twoMerchants } from '#test/harness/services/payments/two-merchants.ts'

const shop = await paymentShop()
const { db, stripe, staff } = shop
afterAll(shop.stop)
const { mugs, first, rolled, other, removeAccounts } = await twoMerchants(shop)

beforeEach(async () => {
  await storeSettings(db, { 'payment.take_money': 'shipping' })
  await removeAccounts()
})

/** An order whose money is authorised with the first keys, and the version of their account. */
async function authorizedOrder() {
  await shop.connect(first)
  await shop.awaitOffer(['stripe'])
  const { number } = await shop.ordered()
  mugs.pay(number)
  await shop.poll()
  const { authorization, total } = await read(number)
  expect(authorization).toMatchObject({ name: 'Card', left: total })
  const [account] = await shop.accounts()
  return { number, total, version: account!.version }
}

const read = async (number: string) => (await staff.browser.send(getAdminOrder, { number })).answer.data
const ship = async (number: string) => (await staff.browser.send(fulfilOrder, { number })).status

test('money that was authorised with keys that are rolled since is taken with the new ones', async () => {
  const { number, total, version } = await authorizedOrder()
  stripe.revoke(first.secretKey)
  expect((await shop.connect({ ...rolled, version })).status).toBe(200)
  // The process reads the new keys a moment later. Until then Stripe refuses the old ones, and nothing ships.
  await expect.poll(() => ship(number)).toBe(200)
  expect(await read(number)).toMatchObject({ status: 'shipped', paid: total, authorization: null })
  stripe.allow(first.secretKey, mugs)
})

test('money that another merchant has authorised is taken there', async () => {
  const { number, total, version } = await authorizedOrder()
  expect((await shop.connect({ ...other, version })).status).toBe(200)
  expect(await shop.accounts()).toMatchObject([{ state: 'in_use' }, { state: 'retired', openPayments: 1 }])
  expect(await ship(number)).toBe(200)
  expect(await read(number)).toMatchObject({ status: 'shipped', paid: total })
  expect(mugs.held(number)).toBe(total * 100)
  expect(await shop.accounts()).toMatchObject([{ state: 'in_use' }, { state: 'retired', openPayments: 0 }])
})
