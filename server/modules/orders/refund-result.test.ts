import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getAdminOrder, getAdminOrders, resendOrderMail } from '#contract/admin-order.ts'
import { closePayment, refundOrder, settleRefund } from '#contract/refund.ts'
import { checkBooks } from '#server/modules/books/index.ts'
import { keyedHash } from '#server/http/keyed-hash.ts'
import { staffWith } from '#test/harness/account.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import { authSecret, cardOrder } from '#test/harness/paid-order.ts'
import type { Person } from '#test/harness/person.ts'
import { stripeServer } from '#test/harness/stripe-server.ts'
import { payBack } from './pay-back.ts'
import { askForDue } from './sweep.ts'

const stripe = await stripeServer()
const { app, db, stop } = await testApp({
  online: [stripe.provider],
  env: { RATE_LIMITS: 'off', AUTH_SECRET: authSecret },
})
afterAll(async () => {
  await stop()
  await stripe.stop()
})
let goods: Goods
let staff: Person
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders'])).browser
})
beforeEach(() => stripe.refundsBegin({ status: 'succeeded' }))

const wholeAmount = { lines: [{ position: 0, quantity: 2 }] }

/** An order whose money is all asked back. */
async function toPayBack() {
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.tell()
  await staff.send(refundOrder, { number: one.number, ...wholeAmount }, { 'idempotency-key': randomUUID() })
  await one.payBack()
  const refund = stripe.refunds(one.number)[0]
  if (!refund) throw new Error('Nothing was paid back')
  const view = async () => (await staff.send(getAdminOrder, { number: one.number })).answer.data
  return { ...one, refund, view }
}
type PaidBack = Awaited<ReturnType<typeof toPayBack>>

const inTrouble = async (trouble: 'refund' | 'payment') =>
  (await staff.send(getAdminOrders, { trouble })).answer.data.map(({ number }) => number)
const broken = async (number: string) =>
  (await checkBooks(db, { configId: 1, locale: 'en-IN' }))
    .filter(({ order }) => order === number)
    .map(({ check }) => check)

const ways: readonly [string, (one: PaidBack) => Promise<unknown>][] = [
  [
    'told by the provider',
    ({ sendMessage, refund }) => sendMessage(stripe.refundMessage('refund.failed', refund)),
  ],
  [
    'told as an update',
    ({ sendMessage, refund }) => sendMessage(stripe.refundMessage('charge.refund.updated', refund)),
  ],
  [
    'told 6 times at once',
    ({ sendMessage, refund }) =>
      Promise.all(
        Array.from({ length: 6 }, () => sendMessage(stripe.refundMessage('refund.updated', refund))),
      ),
  ],
  ['never told: the shop asks', ({ payBack: ask }) => ask()],
  [
    'told while the provider cannot be asked',
    async ({ sendMessage, refund }) => {
      stripe.mood.lookAtRefund = 'down'
      expect(await sendMessage(stripe.refundMessage('refund.failed', refund))).toBe(200)
      stripe.mood.lookAtRefund = 'fine'
      await payBack(db, { online: [stripe.provider], keyedHash: keyedHash(authSecret) })
    },
  ],
]

test.each(ways)('a refund that a bank turns down days later is not paid back: %s', async (_, learn) => {
  const one = await toPayBack()
  expect(await one.outcome()).toMatchObject({ status: 'refunded', refunded: 200_000 })
  Object.assign(one.refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
  await learn(one)
  const { refunded, events, mails } = await one.outcome()
  expect({ refunded, mails }).toEqual({ refunded: 0, mails: ['confirmed', 'refunded'] })
  expect(events.filter((kind) => kind === 'refund_failed')).toHaveLength(1)
  expect((await one.seen()).lines[0]).toMatchObject({ refundedquantity: 0 })
  const { refunds, can } = await one.view()
  expect(refunds).toMatchObject([
    { status: 'failed', byHand: true, problem: expect.stringContaining('expired_or_canceled_card') },
  ])
  expect(can).toContain('refund')
  expect(await inTrouble('refund')).toContain(one.number)
  expect(await broken(one.number)).toContain('refund_stuck')
  // It is sent another way, once.
  const settle = () => staff.send(settleRefund, { number: one.number, id: refunds[0]?.id ?? 0 })
  const statuses = (await Promise.all([settle(), settle()])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await one.outcome()).toMatchObject({
    refunded: 200_000,
    mails: ['confirmed', 'refunded', 'refunded'],
  })
  expect(await inTrouble('refund')).not.toContain(one.number)
  expect(await broken(one.number)).toEqual([])
})

test('money that went back in another way meanwhile is not sent twice', async () => {
  const one = await toPayBack()
  Object.assign(one.refund, { status: 'failed' })
  await one.payBack()
  const again = { number: one.number, ...wholeAmount }
  expect((await staff.send(refundOrder, again, { 'idempotency-key': randomUUID() })).status).toBe(200)
  await one.payBack()
  expect(stripe.kept(one.number)).toBe(0)
  const { refunds } = await one.view()
  const settled = await staff.send(settleRefund, { number: one.number, id: refunds[0]?.id ?? 0 })
  expect(settled).toMatchObject({ status: 409, code: 'beyond_paid' })
  expect(await inTrouble('refund')).not.toContain(one.number)
  expect(await broken(one.number)).toEqual([])
})

test('one that the provider has only taken is on its way until it is sent; the customer is told then, and can be again', async () => {
  stripe.refundsBegin({ status: 'pending', pending_reason: 'insufficient_funds' })
  const one = await toPayBack()
  expect(await one.outcome()).toMatchObject({ refunded: 200_000, mails: ['confirmed'] })
  const waiting = (await one.view()).refunds
  expect(waiting).toMatchObject([
    { status: 'waiting', byHand: false, problem: expect.stringContaining('insufficient') },
  ])
  expect(await staff.send(resendOrderMail, { number: one.number, kind: 'refunded' })).toMatchObject({
    status: 409,
  })
  await one.payBack()
  expect(stripe.refunds(one.number)).toHaveLength(1)
  one.refund.status = 'succeeded'
  await one.payBack()
  expect(await one.outcome()).toMatchObject({ mails: ['confirmed', 'refunded'] })
  expect(await one.view()).toMatchObject({ refunds: [{ status: 'done', problem: null }] })
  await staff.send(resendOrderMail, { number: one.number, kind: 'refunded' })
  await staff.send(resendOrderMail, { number: one.number, kind: 'refunded' })
  expect((await one.outcome()).mails).toEqual(['confirmed', 'refunded', 'refunded', 'refunded'])
})

/** The keys of the provider are gone; so long ago the time to pay was over. */
async function withoutKeys(hours: number) {
  const one = await cardOrder({ app, db, stripe, goods })
  const ask = async (online = [stripe.provider]) => {
    await db
      .updateTable('payment')
      .set({ look_at: new Date(0) })
      .where('order_id', '=', one.id)
      .execute()
    await askForDue(db, { online, keyedHash: keyedHash(authSecret) })
  }
  const reserved_until = new Date(Date.now() - hours * 3_600_000)
  await db.updateTable('shop_order').set({ reserved_until }).where('id', '=', one.id).execute()
  await ask([])
  return { ...one, ask }
}

test('where a provider cannot be asked any more, an order is let go after a day, and staff look whether it was paid', async () => {
  const one = await withoutKeys(23)
  expect(await one.outcome()).toMatchObject({ status: 'pending', stock: [5, 3] })
  const late = await withoutKeys(25)
  expect(await late.outcome()).toMatchObject({
    status: 'cancelled',
    stock: [5, 5],
    mails: ['cancelled'],
    events: ['placed', 'payment_unknown', 'expired'],
  })
  expect(await inTrouble('payment')).toEqual([])
  const closed_at = new Date(Date.now() - 2 * 3_600_000)
  await db.updateTable('shop_order').set({ closed_at }).where('id', '=', late.id).execute()
  expect(await inTrouble('payment')).toEqual([late.number])
  expect(await broken(late.number)).toEqual(['payment_unknown'])
  const { payments } = (await staff.send(getAdminOrder, { number: late.number })).answer.data
  expect(payments).toMatchObject([{ isUnknown: true }])
  const close = (number: string) => staff.send(closePayment, { number, id: payments[0]?.id ?? 0 })
  expect(await close(one.number)).toMatchObject({ status: 409 })
  expect((await close(late.number)).status).toBe(200)
  expect(await close(late.number)).toMatchObject({ status: 409, code: 'not_waiting' })
  expect(await inTrouble('payment')).toEqual([])
  expect(await broken(late.number)).toEqual([])
})

test('one that was paid all the same gets its money back as soon as the provider can be asked again', async () => {
  const one = await withoutKeys(1)
  one.pay()
  const reserved_until = new Date(Date.now() - 25 * 3_600_000)
  await db.updateTable('shop_order').set({ reserved_until }).where('id', '=', one.id).execute()
  await one.ask([])
  expect(await one.outcome()).toMatchObject({ status: 'cancelled', paid: 0 })
  await one.ask()
  await one.payBack()
  expect(await one.outcome()).toMatchObject({
    paid: 200_000,
    refunded: 200_000,
    mails: ['cancelled', 'refunded'],
  })
  expect(stripe.kept(one.number)).toBe(0)
})
