import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addToCart } from '#contract/cart.ts'
import { payOrder, refreshOrder } from '#contract/payment.ts'
import { completeAnswer } from '#server/http/once.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import { order } from '#test/harness/order.ts'
import { authSecret, cardOrder } from '#test/harness/paid-order.ts'
import { person } from '#test/harness/person.ts'
import { stripeServer } from '#test/harness/stripe-server.ts'
import { checkBooks } from '#server/modules/books/index.ts'

const stripe = await stripeServer()
const { app, db, stop } = await testApp({ online: [stripe.provider], env: { AUTH_SECRET: authSecret } })
afterAll(async () => {
  await stop()
  await stripe.stop()
})
afterEach(async () => {
  stripe.mood.open = 'fine'
  await db.deleteFrom('rate_limit').execute()
})
let goods: Goods
beforeAll(async () => {
  goods = await makeGoods(db)
})
const newOrder = (input?: object) => cardOrder({ app, db, stripe, goods }, input)

test('an order leads to a page that asks for exactly its total, and comes back to it', async () => {
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

test('where the provider is away the order is there, and can be paid later; the same key says the same', async () => {
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

test('where its answer is lost, the same page is opened again', async () => {
  stripe.mood.open = 'lost'
  const one = await newOrder()
  stripe.mood.open = 'fine'
  const calls = await Promise.all([one.payNow(), one.payNow(), one.payNow()])
  expect(new Set(calls.map(({ answer }) => answer.data.paymentUrl)).size).toBe(1)
  expect(stripe.sessions(one.number)).toHaveLength(1)
})

test('who dies between the order and the page opens it when asked again', async () => {
  const one = await newOrder()
  // As it is when the process was killed after the commit.
  await db.updateTable('payment').set({ reference: null, url: null }).where('order_id', '=', one.id).execute()
  const { answer, owner } = await db
    .selectFrom('answered_write')
    .select(['answer', 'owner'])
    .where('key', '=', one.key)
    .executeTakeFirstOrThrow()
  const { paymentUrl, ...before } = answer as { paymentUrl: string }
  await db
    .updateTable('answered_write')
    .set({ answer: JSON.stringify(before) })
    .where('key', '=', one.key)
    .execute()
  expect((await one.place()).answer.data.paymentUrl).toBe(paymentUrl)
  expect((await one.seen()).paymentUrl).toBe(paymentUrl)
  const kept = { configId: 1, owner, key: one.key }
  expect(await completeAnswer(db, kept, before, { paymentUrl: 'another' })).toMatchObject({ paymentUrl })
})

test('nobody was given a page: the order is let go in time', async () => {
  stripe.mood.open = 'down'
  const one = await newOrder()
  await one.late()
  await one.sweep()
  expect(await one.outcome()).toMatchObject({ status: 'cancelled', stock: [5, 5], mails: ['cancelled'] })
  stripe.mood.open = 'fine'
  expect((await one.payNow()).answer.data).toEqual({ status: 'cancelled', paymentUrl: null })
})

test('cards are tried out slowly: ten pages an hour from one cart, thirty from one network', async () => {
  const input = { items: [{ productid: goods.mug, quantity: 99 }], paymentMethod: 'stripe' }
  const outcomes = await Promise.all(Array.from({ length: 34 }, () => order(person(app), input)))
  const refused = outcomes.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(4)
  const visitor = person(app, { address: '10.1.1.1' })
  await visitor.send(addToCart, { productid: goods.mug })
  for (let count = 0; count < 10; count++) expect(await order(visitor, input)).toMatchObject({ status: 409 })
  expect(await order(visitor, input)).toMatchObject({ status: 429, code: 'too_many' })
})

test('messages have no sender but the provider, and 256 kB at most', async () => {
  const send = (url: string, payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } })
  expect((await send('/api/payments/paypal/webhook', '{}')).statusCode).toBe(404)
  expect((await send('/api/payments/stripe/webhook', '')).statusCode).toBe(400)
  expect((await send('/api/payments/stripe/webhook', '{"broken')).statusCode).toBe(400)
  expect((await send('/api/payments/stripe/webhook', 'x'.repeat(257 * 1024))).statusCode).toBe(413)
})

test('somebody else cannot ask about an order, or pay it', async () => {
  const one = await newOrder()
  for (const call of [payOrder, refreshOrder])
    expect(await person(app).send(call, { number: one.number })).toMatchObject({ status: 404 })
})

test('the books balance after all of it', async () => {
  expect(await checkBooks(db, { configId: 1, locale: 'en-IN' })).toEqual([])
})
