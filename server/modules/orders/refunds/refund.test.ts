import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelOrder } from '#contract/orders/order.ts'
import { refundOrder, markRefundSent } from '#contract/orders/payment/refund.ts'
import { checkLedger } from '#server/modules/stock/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { cardOrder } from '#test/harness/data/paid-order.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds'])).browser
})

const refund = (number: string, input: object, key: string = randomUUID()) =>
  staff.send(refundOrder, { number, ...input }, { 'idempotency-key': key })

async function paidByCard() {
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.event()
  return one
}

test('refunds units one by one, restocks on request, and ends the order with the last', async () => {
  const one = await paidByCard()
  const unit = (restock: boolean) => ({ lines: [{ position: 0, quantity: 1, restock }] })
  const preview = await refund(one.number, { ...unit(true), preview: true })
  expect(preview.answer.data).toMatchObject({ amount: 1_000, left: 1_000, status: 'confirmed', refund: null })
  const first = await refund(one.number, { ...unit(true), reason: 'Chipped' }, 'first')
  expect(first.answer.data).toMatchObject({ amount: 1_000, left: 1_000, refund: { status: 'waiting' } })
  expect(await refund(one.number, { ...unit(true), reason: 'Chipped' }, 'first')).toEqual(first)
  expect(await one.outcome()).toMatchObject({
    status: 'confirmed',
    refunded: 100_000,
    stock: [4, 4],
    emails: ['confirmed'],
  })
  const second = await refund(one.number, unit(false))
  expect(second.answer.data).toMatchObject({ left: 0, status: 'refunded' })
  await one.refund()
  expect(await one.outcome()).toMatchObject({
    status: 'refunded',
    refunded: 200_000,
    stock: [4, 4],
    emails: ['confirmed', 'refunded', 'refunded'],
    events: ['placed', 'paid', 'confirmed', 'refunded', 'refunded'],
  })
  expect(stripe.held(one.number)).toBe(0)
  expect((await one.seen()).lines[0]).toMatchObject({ refundedquantity: 2 })
  expect(await refund(one.number, { amount: 1 })).toMatchObject({ status: 409, code: 'exceeds_paid' })
  expect(await checkLedger(db)).toEqual([])
})

test('never refunds more than was paid, also concurrently', async () => {
  const one = await paidByCard()
  const tooMuch = [{ amount: 2_000.01 }, { lines: [{ position: 0, quantity: 3 }] }]
  for (const input of tooMuch)
    expect(await refund(one.number, input)).toMatchObject({ status: 409, code: 'exceeds_paid' })
  const invalid = [{}, { lines: [{ position: 7, quantity: 1 }] }, { amount: -1 }]
  for (const input of invalid) expect(await refund(one.number, input)).toMatchObject({ status: 400 })
  const calls = await Promise.all(Array.from({ length: 8 }, () => refund(one.number, { amount: 600 })))
  expect(calls.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(calls.filter(({ code }) => code === 'exceeds_paid')).toHaveLength(5)
  await one.refund()
  expect(stripe.held(one.number)).toBe(20_000)
  expect((await refund(one.number, { lines: [{ position: 0, quantity: 1 }] })).message).toBe(
    'Only ₹200.00 can be refunded',
  )
})

test('requires a key, and refunds nothing before a payment', async () => {
  const one = await cardOrder({ app, db, stripe, goods })
  expect(await staff.send(refundOrder, { number: one.number, amount: 1 })).toMatchObject({
    code: 'key_missing',
  })
  expect(await refund(one.number, { amount: 1 })).toMatchObject({
    status: 409,
    message: 'There is nothing left to refund',
  })
  expect(await refund('NONE-NONE-NONE', { amount: 1 })).toMatchObject({ status: 404 })
})

test('does not count a refused refund, which can be sent another way', async () => {
  const one = await paidByCard()
  stripe.mood.refund = 'no'
  await refund(one.number, { lines: [{ position: 0, quantity: 2, restock: true }] })
  await one.refund()
  stripe.mood.refund = 'fine'
  expect(await one.outcome()).toMatchObject({ status: 'refunded', refunded: 0, stock: [5, 5] })
  expect((await one.seen()).lines[0]).toMatchObject({ refundedquantity: 0 })
  expect(await refund(one.number, { lines: [{ position: 0, quantity: 2 }] })).toMatchObject({ status: 200 })
  await one.refund()
  expect(stripe.held(one.number)).toBe(0)
})

test('refunds manual payments manually: at once by staff, as a task if the shopper cancels', async () => {
  const productid = await goods.add('Jar', { variants: [{ price: 33_333, stock: 9 }] })
  const [variantId = 0] = await variantsOf(db, productid)
  const { number, accessToken } = (await order(client(app), { items: [{ productid, quantity: 3 }] })).answer
    .data
  await db.updateTable('shop_order').set({ paid: 99_999 }).where('number', '=', number).execute()
  const { id } = await db
    .selectFrom('shop_order')
    .select('id')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('payment')
    .set({ status: 'paid', paid_at: new Date() })
    .where('order_id', '=', id)
    .execute()
  const one = await refund(number, { lines: [{ position: 0, quantity: 1 }] })
  expect(one.answer.data).toMatchObject({ amount: 333.33, refund: { status: 'done' } })
  expect(await client(app).send(cancelOrder, { number, accessToken })).toMatchObject({ status: 200 })
  const rows = await db
    .selectFrom('refund')
    .select(['id', 'amount', 'status'])
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { amount: 33_333, status: 'done' },
    { amount: 66_666, status: 'waiting' },
  ])
  const markSent = () => staff.send(markRefundSent, { number, id: rows[1]!.id })
  expect(
    (await Promise.all([markSent(), markSent()])).map(({ status }) => status).toSorted((a, b) => a - b),
  ).toEqual([200, 409])
  const emails = await db
    .selectFrom('email')
    .select('reference')
    .where('reference', 'like', `order:${id}:refunded%`)
    .execute()
  expect(emails).toHaveLength(2)
  const level = await db
    .selectFrom('stock_level')
    .select('available')
    .where('variant_id', '=', variantId)
    .executeTakeFirstOrThrow()
  expect(level.available).toBe(9)
})

test('leaves no integrity findings', async () => {
  const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  // The one finding comes from the manipulated order above.
  expect(found.map(({ check }) => check)).toEqual(['paid'])
})
