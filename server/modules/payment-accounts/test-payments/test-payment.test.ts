import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { checkTestPayment, startTestPayment } from '#contract/payment-accounts/test-payment.ts'
import { keysOf, paymentShop } from '#test/harness/services/payment-shop.ts'
import { pollTestPayments } from './ask-test-payment.ts'
import type { TestPaymentRow } from './test-payment.queries.ts'
import { smallestAmount, testPaymentToView } from './test-payment.rules.ts'

const shop = await paymentShop()
const { db, stripe, staff } = shop
afterAll(shop.stop)
afterEach(() => void vi.useRealTimers())
const merchant = await stripe.add()
const test_ = keysOf('mugs')
const live = keysOf('mugl', 'live')
for (const { secretKey } of [test_, live]) stripe.allow(secretKey, merchant)

beforeEach(async () => {
  await db.deleteFrom('payment_account').execute()
  await shop.awaitOffer([])
})

async function started(keys: ReturnType<typeof keysOf>) {
  await shop.connect(keys)
  await shop.awaitOffer(['stripe'])
  const key = randomUUID()
  const start = () => staff.browser.send(startTestPayment, { provider: 'stripe' }, { 'idempotency-key': key })
  const { answer, status, message } = await start()
  if (status !== 201) throw new Error(message)
  const { id } = answer.data
  const row = await db.selectFrom('test_payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...answer.data,
    number: row.number,
    start,
    check: async () => (await staff.browser.send(checkTestPayment, { id })).answer.data,
    hear: (secret = keys.webhookSecret) =>
      shop.deliver(merchant.message('checkout.session.completed', row.number, { secret })),
    /** Two minutes pass after the payment. */
    wait: () =>
      db
        .updateTable('test_payment')
        .set({ paid_at: new Date(Date.now() - 121_000) })
        .where('id', '=', id)
        .execute(),
  }
}

test('the steps happen one after the other: opened, paid, message', async () => {
  const payment = await started(test_)
  expect(payment).toMatchObject({
    mode: 'test',
    amount: 1,
    currency: 'INR',
    status: 'waiting',
    paymentUrl: merchant.session(payment.number).url,
    isOver: false,
  })
  expect(merchant.session(payment.number).success_url).toBe(
    `http://localhost/dashboard/settings/payment/tests/${payment.id}?paid=1`,
  )
  // A repeated call opens no second page.
  expect((await payment.start()).answer.data.id).toBe(payment.id)
  expect(merchant.sessions(payment.number)).toHaveLength(1)
  expect(await payment.check()).toMatchObject({ status: 'waiting', problem: '' })
  merchant.pay(payment.number)
  expect(await payment.check()).toMatchObject({ status: 'paid', webhookAt: null, isOver: false, problem: '' })
  expect(await payment.hear()).toBe(200)
  expect(await payment.check()).toMatchObject({
    webhookAt: expect.any(String),
    refundedAt: null,
    isOver: true,
  })
  expect(merchant.refunds(payment.number)).toEqual([])
  expect(await db.selectFrom('shop_order').selectAll().execute()).toEqual([])
})

test('a missing message is explained after two minutes, and one with another secret differently', async () => {
  const payment = await started(test_)
  merchant.pay(payment.number)
  await payment.check()
  await payment.wait()
  expect((await payment.check()).problem).toMatch(
    /no message has arrived\. Stripe can’t reach http:\/\/localhost\/api\/payments\/stripe\/webhook/,
  )
  expect(await payment.hear('whsec_of_another_webhook')).toBe(400)
  expect((await payment.check()).problem).toMatch(/not with the secret that the shop has/)
  expect(await payment.hear()).toBe(200)
  expect(await payment.check()).toMatchObject({ problem: '', isOver: true })
})

test('real money is refunded once the message has arrived, once', async () => {
  const payment = await started(live)
  merchant.pay(payment.number)
  expect(await payment.check()).toMatchObject({ status: 'paid', refundedAt: null })
  expect(merchant.refunds(payment.number)).toEqual([])
  await payment.hear()
  await Promise.all([payment.check(), payment.check()])
  expect(await payment.check()).toMatchObject({ refundedAt: expect.any(String), isOver: true })
  expect(merchant.refunds(payment.number)).toHaveLength(1)
  expect(merchant.held(payment.number)).toBe(0)
})

test('real money is refunded without a message too, by the job, also after a lost answer', async () => {
  const payment = await started(live)
  merchant.pay(payment.number)
  await payment.check()
  await payment.wait()
  const poll = async () => {
    await db
      .updateTable('test_payment')
      .set({ next_poll_at: new Date(0) })
      .execute()
    await pollTestPayments(db, shop.deps.online)
  }
  merchant.mood.refund = 'lost'
  await poll()
  merchant.mood.refund = 'fine'
  merchant.forgetKeys()
  await poll()
  expect(merchant.held(payment.number)).toBe(0)
  expect(await payment.check()).toMatchObject({ refundedAt: expect.any(String) })
})

test('a refund that the provider refuses is named', async () => {
  const payment = await started(live)
  merchant.pay(payment.number)
  merchant.mood.refund = 'no'
  await payment.hear()
  merchant.mood.refund = 'fine'
  expect((await payment.check()).problem).toMatch(/^The refund has failed\. Refund it in the dashboard/)
})

test('a page that is not paid closes after an hour', async () => {
  const payment = await started(test_)
  await db
    .updateTable('test_payment')
    .set({ created_at: new Date(Date.now() - 3_700_000) })
    .execute()
  expect(await payment.check()).toMatchObject({ status: 'failed', isOver: true, paymentUrl: null })
  expect(merchant.session(payment.number).status).toBe('expired')
})

test.each([
  ['ahead', 3],
  ['behind', -3],
])('a clock that is three hours %s changes nothing', async (_, hours) => {
  const payment = await started(live)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  expect(await payment.check()).toMatchObject({ status: 'waiting' })
  merchant.pay(payment.number)
  expect(await payment.check()).toMatchObject({ status: 'paid', problem: '' })
  expect(merchant.refunds(payment.number)).toEqual([])
  await db
    .updateTable('test_payment')
    .set({ paid_at: sql<Date>`now() - interval '121 seconds'` })
    .where('id', '=', payment.id)
    .execute()
  expect((await payment.check()).problem).toMatch(/no message has arrived/)
  const { rows } = await sql<{ isPast: boolean }>`
    select refunded_at <= now() and refunded_at > now() - interval '1 minute' as "isPast"
    from test_payment where id = ${payment.id}`.execute(db)
  expect(rows).toEqual([{ isPast: true }])
})

test('a provider that refuses or is unreachable is named, and the same call tries again', async () => {
  await shop.connect(test_)
  await shop.awaitOffer(['stripe'])
  const start = (key: string) =>
    staff.browser.send(startTestPayment, { provider: 'stripe' }, { 'idempotency-key': key })
  merchant.mood.open = 'down'
  expect(await start('down')).toMatchObject({ status: 503, code: 'provider_unreachable' })
  merchant.mood.open = 'no'
  expect(await start('no')).toMatchObject({ status: 409, message: 'Stripe will not do this' })
  merchant.mood.open = 'fine'
  expect((await start('down')).status).toBe(201)
})

test('the account of another shop is not tested', async () => {
  const payment = await started(test_)
  const which = { id: payment.id }
  expect((await shop.staffElsewhere.send(checkTestPayment, which)).status).toBe(404)
  expect(
    (await shop.staffElsewhere.send(startTestPayment, { provider: 'stripe' }, { 'idempotency-key': 'x' }))
      .status,
  ).toBe(404)
})

describe('the amount', () => {
  it.each([
    ['EUR', (amount: number) => (amount < 50 ? 'From 0.50' : null), { amount: 100 }],
    ['JPY', (amount: number) => (amount < 50 ? 'From 50' : null), { amount: 50 }],
    ['KWD', () => null, { amount: 1000 }],
    ['CHF', () => 'Not in francs', { problem: 'Not in francs' }],
  ])('is the least from one unit on: %s', (currency, problem, least) => {
    expect(smallestAmount({ problem }, currency)).toEqual(least)
  })
})

test('at a public address the sentence names what to check', () => {
  const row = {
    provider: 'stripe',
    mode: 'live',
    status: 'paid',
    createdAt: new Date(),
    paidAt: new Date(0),
    isMessageLate: true,
    webhookAt: null,
    refusedAt: null,
    refundedAt: null,
    problem: '',
    amount: 100,
    currency: 'INR',
  } as TestPaymentRow
  const url = 'https://shop.example.com/api/payments/stripe/webhook'
  expect(testPaymentToView(row, url).problem).toMatch(
    /^The payment is done, but no message has arrived\. Check at Stripe that the webhook has the address https:\/\/shop\.example\.com\/\S+, is for live mode/,
  )
})
