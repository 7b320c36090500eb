import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addToCart } from '#contract/cart/cart.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { payOrder, refreshOrder } from '#contract/orders/payment/payment.ts'
import { amendStoredAnswer } from '#server/modules/idempotency/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order, manualOrder } from '#test/harness/data/order.ts'
import { cardOrder } from '#test/harness/data/paid-order.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { client } from '#test/harness/people/client.ts'

const { app, db, stripe, stop } = await stripeApp({})
afterAll(stop)
afterEach(async () => {
  stripe.mood.open = 'fine'
  await db.deleteFrom('rate_limit').execute()
})
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})
const newOrder = (input?: object) => cardOrder({ app, db, stripe, goods }, input)

test('opens a payment page for the exact total that returns to the order', async () => {
  const one = await newOrder()
  const session = stripe.session(one.number)
  expect(one.paymentUrl).toBe(session.url)
  expect(session).toMatchObject({ amount_total: 200_000, currency: 'inr', client_reference_id: one.number })
  expect(session.success_url).toBe(
    `http://localhost/orders/${one.number}?accessToken=${one.accessToken}&paid=1`,
  )
  expect(await one.seen()).toMatchObject({
    status: 'pending',
    paymentUrl: session.url,
    payUntil: expect.any(String),
  })
  expect((await one.place()).answer.data).toMatchObject({ number: one.number, paymentUrl: session.url })
  expect(stripe.sessions(one.number)).toHaveLength(1)
})

test('keeps an order payable if the provider is unreachable, with the same answer for the same key', async () => {
  stripe.mood.open = 'down'
  const one = await newOrder()
  expect(one.paymentUrl).toBeNull()
  expect(await one.payNow()).toMatchObject({ status: 503, code: 'payment_unavailable' })
  stripe.mood.open = 'fine'
  expect((await one.place()).answer.data.paymentUrl).toBeNull()
  const { answer } = await one.payNow()
  expect(answer.data).toEqual({ status: 'pending', paymentUrl: stripe.session(one.number).url })
  expect((await one.payNow()).answer).toEqual(answer)
  expect((await one.outcome()).events).toEqual(['placed', 'payment_unopened'])
})

test('opens the same page again after a lost response', async () => {
  stripe.mood.open = 'lost'
  const one = await newOrder()
  stripe.mood.open = 'fine'
  const calls = await Promise.all([one.payNow(), one.payNow(), one.payNow()])
  expect(new Set(calls.map(({ answer }) => answer.data.paymentUrl)).size).toBe(1)
  expect(stripe.sessions(one.number)).toHaveLength(1)
})

test('opens the page on a retry after a crash between order and page', async () => {
  const one = await newOrder()
  // The state after the process was killed right after the commit.
  await db.updateTable('payment').set({ reference: null, url: null }).where('order_id', '=', one.id).execute()
  const { response, owner } = await db
    .selectFrom('idempotency_key')
    .select(['response', 'owner'])
    .where('key', '=', one.key)
    .executeTakeFirstOrThrow()
  const { paymentUrl, ...before } = response as { paymentUrl: string }
  await db
    .updateTable('idempotency_key')
    .set({ response: JSON.stringify(before) })
    .where('key', '=', one.key)
    .execute()
  expect((await one.place()).answer.data.paymentUrl).toBe(paymentUrl)
  expect((await one.seen()).paymentUrl).toBe(paymentUrl)
  const storedKey = { shopId: 1, owner, key: one.key }
  expect(await amendStoredAnswer(db, storedKey, before, { paymentUrl: 'another' })).toMatchObject({
    paymentUrl,
  })
})

test('expires an order whose payment page was never opened', async () => {
  stripe.mood.open = 'down'
  const one = await newOrder()
  await one.late()
  await one.poll()
  expect(await one.outcome()).toMatchObject({ status: 'cancelled', stock: [5, 5], emails: ['cancelled'] })
  stripe.mood.open = 'fine'
  expect((await one.payNow()).answer.data).toEqual({ status: 'cancelled', paymentUrl: null })
})

test('an order that is edited before its page is opened is paid at the new total', async () => {
  const { browser } = await staffWith(db, app, ['orders', 'refunds'])
  stripe.mood.open = 'lost'
  const one = await newOrder()
  stripe.mood.open = 'fine'
  const lines = [{ lineId: 1, quantity: 1 }]
  const { status, answer } = await browser.send(editOrderLines, { number: one.number, lines })
  expect(status).toBe(200)
  const { paymentUrl } = (await one.payNow()).answer.data
  const session = stripe.sessions(one.number).find(({ url }) => url === paymentUrl)
  expect(session?.amount_total).toBe(answer.data.total * 100)
  // From now on the customer may be paying this total.
  const again = [{ lineId: 1, quantity: 2 }]
  expect(await browser.send(editOrderLines, { number: one.number, lines: again })).toMatchObject({
    status: 409,
    code: 'payment_open',
  })
})

test('limits payment pages to ten an hour per cart and thirty per network', async () => {
  const input = { items: [{ productid: goods.mug, quantity: 99 }], paymentMethod: 'stripe' }
  const outcomes = await Promise.all(Array.from({ length: 34 }, () => order(client(app), input)))
  const refused = outcomes.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(4)
  const visitor = client(app, { address: '10.1.1.1' })
  await visitor.send(addToCart, { productid: goods.mug })
  for (let count = 0; count < 10; count++) expect(await order(visitor, input)).toMatchObject({ status: 409 })
  expect(await order(visitor, input)).toMatchObject({ status: 429, code: 'too_many' })
})

test('accepts only signed webhook messages of up to 256 kB', async () => {
  const send = (url: string, payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
  expect((await send('/api/payments/paypal/webhook', '{}')).statusCode).toBe(404)
  expect((await send('/api/payments/stripe/webhook', '')).statusCode).toBe(400)
  expect((await send('/api/payments/stripe/webhook', '{"broken')).statusCode).toBe(400)
  expect((await send('/api/payments/stripe/webhook', 'x'.repeat(257 * 1024))).statusCode).toBe(413)
})

test('refuses other shoppers to check or pay an order', async () => {
  const one = await newOrder()
  for (const call of [payOrder, refreshOrder])
    expect(await client(app).send(call, { number: one.number })).toMatchObject({ status: 404 })
})

test('leaves no integrity findings', async () => {
  expect(await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })).toEqual([])
})

test('an order by staff opens its payment page from the link in its email', async () => {
  const productid = await goods.add('Phone order', { variants: [{ price: 50_000, stock: 1 }] })
  const { browser } = await staffWith(db, app, ['orders', 'refunds'])
  const made = await manualOrder(browser, { items: [{ productid, quantity: 1 }], payment: 'link' })
  const { number, paymentUrl = '' } = made.answer.data
  expect(stripe.sessions(number)).toHaveLength(0)
  const { body_text: text } = await db
    .selectFrom('email')
    .select('body_text')
    .where('template', '=', 'order_received')
    .where('body_text', 'like', `%${number}%`)
    .executeTakeFirstOrThrow()
  expect(text).toContain(paymentUrl)
  const accessToken = new URL(paymentUrl).searchParams.get('accessToken') ?? ''
  const { answer } = await client(app).send(payOrder, { number, accessToken })
  expect(answer.data).toEqual({ status: 'pending', paymentUrl: stripe.session(number).url })
  // Stripe opens a page for at least 30 minutes, and at most until 24 hours after the order.
  const { placed_at: placedAt, reserved_until: until } = await db
    .selectFrom('shop_order')
    .select(['placed_at', 'reserved_until'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  expect(Math.round((Number(until) - Number(placedAt)) / 60_000)).toBe(23 * 60)
})
