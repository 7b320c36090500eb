import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrder, getOrder, getOrders } from '#contract/orders/order.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { newcomer, stranger } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { client } from '#test/harness/people/client.ts'
import { storeSettings } from '#test/harness/data/settings.ts'
import { expireOrders } from './expire-orders.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
  await storeSettings(db, { 'payment.bank_transfer': true, 'payment.bank_details': 'IBAN 12' })
})

async function stocked(stock: number) {
  const productid = await goods.add('Bowl', { variants: [{ price: 100_000, stock }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const level = () =>
    db
      .selectFrom('stock_level')
      .select(['on_hand', 'available'])
      .where('variant_id', '=', variantId)
      .executeTakeFirstOrThrow()
  return { items: [{ productid, quantity: 2 }], level }
}

test('restocks the items once in four concurrent cancellations', async () => {
  const { items, level } = await stocked(5)
  const visitor = client(app)
  const { number, accessToken } = (await order(visitor, { items })).answer.data
  expect(await level()).toEqual({ on_hand: 3, available: 3 })
  const cancel = () => client(app).send(cancelOrder, { number, accessToken, reason: 'Too late' })
  const outcomes = await Promise.all([cancel(), cancel(), cancel(), cancel()])
  expect(outcomes.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(await level()).toEqual({ on_hand: 5, available: 5 })
  const { data } = (await client(app).send(getOrder, { number, accessToken })).answer
  expect(data).toMatchObject({ status: 'cancelled', canCancel: false, delivery: null })
  expect(data.events.at(-1)).toMatchObject({ text: 'Order cancelled: Too late' })
  expect(await checkLedger(db)).toEqual([])
})

test('reserves stock for a bank transfer, explains how to pay, and expires the order', async () => {
  const { items, level } = await stocked(5)
  const visitor = client(app)
  const { data } = (await order(visitor, { items, paymentMethod: 'bank_transfer' })).answer
  const { number, accessToken } = data
  expect(data.status).toBe('pending')
  expect(await level()).toEqual({ on_hand: 5, available: 3 })
  const seen = async () => (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(await seen()).toMatchObject({ paymentText: 'IBAN 12', payUntil: expect.any(String) })
  const expire = () => expireOrders(db, keyedHash('a secret of at least thirty-two signs'))
  expect(await expire()).toBe(0)
  await db
    .updateTable('shop_order')
    .set({ reserved_until: new Date(Date.now() - 1) })
    .where('number', '=', number)
    .execute()
  const counts = await Promise.all([expire(), expire(), expire()])
  expect(counts.reduce((sum, count) => sum + count)).toBe(1)
  expect(await level()).toEqual({ on_hand: 5, available: 5 })
  expect(await seen()).toMatchObject({ status: 'cancelled', payUntil: null })
  const emails = await db
    .selectFrom('email')
    .select('template')
    .where('body_text', 'like', `%${number}%`)
    .execute()
  expect(emails.map(({ template }) => template)).toEqual(['order_received', 'order_cancelled'])
})

test('shows an order to its owner and with its token; to all others it does not exist', async () => {
  const { items } = await stocked(9)
  const [asha, ravi] = [await newcomer(db, app), await newcomer(db, app)]
  const visitor = stranger(app)
  const { number, accessToken } = (await order(asha.browser, { items })).answer.data
  expect(await asha.browser.send(getOrder, { number: number.toLowerCase() })).toMatchObject({ status: 200 })
  expect(await visitor.send(getOrder, { number, accessToken })).toMatchObject({ status: 200 })
  for (const [who, input] of [
    [ravi.browser, { number }],
    [visitor, { number }],
    [visitor, { number, accessToken: `${accessToken.slice(0, -1)}_` }],
    [stranger(app, 'other.example'), { number, accessToken }],
  ] as const) {
    expect(await who.send(getOrder, input)).toMatchObject({ status: 404 })
    expect(await who.send(cancelOrder, input)).toMatchObject({ status: 404 })
  }
  expect((await asha.browser.send(getOrders)).answer).toMatchObject({
    total: 1,
    data: [{ number, quantity: 2 }],
  })
  expect((await ravi.browser.send(getOrders)).answer).toMatchObject({ total: 0, data: [] })
  const beyond = await asha.browser.send(getOrders, { page: 7 })
  expect(beyond.answer).toMatchObject({ total: 1, data: [] })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})
