import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { deliverOrder } from '#contract/orders/admin-order.ts'
import { PICK_UP } from '#contract/orders/order.ts'
import { onlineOrder } from '#test/harness/data/paid-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { american, carrierShop } from '#test/harness/services/carriers/carrier-shop.ts'
import { paypalServer } from '#test/harness/services/paypal-server.ts'

const paypal = await paypalServer()
const shop = await carrierShop([paypal.provider])
const { app, db, goods, easypost, staff } = shop
afterAll(() => Promise.all([shop.stop(), paypal.stop()]))

beforeAll(async () => {
  await db.updateTable('shop').set({ currency: 'EUR' }).execute()
  await storeSettings(db, { 'payment.take_money': 'shipping' })
  await shop.connectEasypost()
})
afterEach(() => {
  paypal.mood.capture = 'fine'
})

/** The number of an order of two units for 2,000.00, whose payment is authorised. */
async function authorizedOrder(): Promise<string> {
  const placed = await onlineOrder({ app, db, goods, provider: paypal.provider }, { shipping: american })
  paypal.pay(placed.number)
  await placed.sendMessage(paypal.message('payment', placed.number))
  return placed.number
}

const unit = { lines: [{ lineId: 1, quantity: 1 }], weight: 200 }

/** Buys a label for one unit. */
async function buyLabel(number: string) {
  const [first] = (await shop.quotes(number, unit)).answer.data.carriers
  return shop.buy(number, { ...unit, carrier: 'easypost', quote: first?.quotes[0]?.id ?? '' })
}

test('a label takes the money of its units', async () => {
  const number = await authorizedOrder()
  expect(await buyLabel(number)).toMatchObject({ status: 201 })
  expect(paypal.captures(number)).toEqual([100_000])
  expect(await shop.detail(number)).toMatchObject({ paid: 1000, authorization: { left: 1000 } })
  expect(await buyLabel(number)).toMatchObject({ status: 201 })
  expect(paypal.captures(number)).toEqual([100_000, 100_000])
  expect(await shop.detail(number)).toMatchObject({ status: 'shipped', paid: 2000, authorization: null })
})

test('no label is bought if the money cannot be taken', async () => {
  const number = await authorizedOrder()
  const { bought } = easypost.state
  paypal.mood.capture = 'no'
  expect(await buyLabel(number)).toMatchObject({ status: 409 })
  expect(easypost.state.bought).toBe(bought)
  expect(await shop.labels(number)).toEqual([])
  expect(await shop.detail(number)).toMatchObject({ status: 'confirmed', paid: 0 })
})

test('handing an order over takes its money first', async () => {
  const number = await authorizedOrder()
  await db.updateTable('shop_order').set({ shipping_method: PICK_UP }).where('number', '=', number).execute()
  paypal.mood.capture = 'no'
  expect(await staff.browser.send(deliverOrder, { number })).toMatchObject({ status: 409 })
  expect(await shop.detail(number)).toMatchObject({ status: 'confirmed', paid: 0 })
  paypal.mood.capture = 'fine'
  expect(await staff.browser.send(deliverOrder, { number })).toMatchObject({ status: 200 })
  expect(await shop.detail(number)).toMatchObject({ status: 'delivered', paid: 2000, authorization: null })
})
