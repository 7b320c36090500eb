import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { fulfilOrder, getAdminOrder, getAdminOrders, resendOrderEmail } from '#contract/orders/admin-order.ts'
import { createShipment } from '#contract/orders/shipment.ts'
import { closePayment, refundOrder, markRefundSent } from '#contract/orders/payment/refund.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { keyedHash } from '#server/platform/keyed-hash.ts'
import { staffWith } from '#test/harness/people/account.ts'
import { fixedPayments } from '#test/harness/app/fixed-payments.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { authSecret, cardOrder } from '#test/harness/data/paid-order.ts'
import type { Client } from '#test/harness/people/client.ts'
import { pollPayments } from '../payments/poll-payments.ts'
import { processRefunds } from './process-refunds.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = (await staffWith(db, app, ['orders', 'refunds'])).browser
})
beforeEach(() => stripe.refundsBegin({ status: 'succeeded' }))

const wholeAmount = { lines: [{ position: 0, quantity: 2 }] }

/** A paid order with a full refund at the provider. */
async function refundedOrder() {
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.event()
  await staff.send(refundOrder, { number: one.number, ...wholeAmount }, { 'idempotency-key': randomUUID() })
  await one.refund()
  const stripeRefund = stripe.refunds(one.number)[0]
  if (!stripeRefund) throw new Error('Nothing was refunded')
  const view = async () => (await staff.send(getAdminOrder, { number: one.number })).answer.data
  return { ...one, stripeRefund, view }
}
type RefundedOrder = Awaited<ReturnType<typeof refundedOrder>>

const withProblem = async (problem: 'refund' | 'payment') =>
  (await staff.send(getAdminOrders, { problem })).answer.data.map(({ number }) => number)
const findingsOf = async (number: string) =>
  (await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' }))
    .filter(({ order }) => order === number)
    .map(({ check }) => check)

const ways: readonly [string, (one: RefundedOrder) => Promise<unknown>][] = [
  [
    'by a webhook event',
    ({ sendMessage, stripeRefund }) => sendMessage(stripe.objectMessage('refund.failed', stripeRefund)),
  ],
  [
    'by an update event',
    ({ sendMessage, stripeRefund }) =>
      sendMessage(stripe.objectMessage('charge.refund.updated', stripeRefund)),
  ],
  [
    'by 6 concurrent events',
    ({ sendMessage, stripeRefund }) =>
      Promise.all(
        Array.from({ length: 6 }, () => sendMessage(stripe.objectMessage('refund.updated', stripeRefund))),
      ),
  ],
  ['without an event: by a check of the shop', ({ refund: check }) => check()],
  [
    'by an event while the provider is unreachable',
    async ({ sendMessage, stripeRefund }) => {
      stripe.mood.getRefund = 'down'
      expect(await sendMessage(stripe.objectMessage('refund.failed', stripeRefund))).toBe(200)
      stripe.mood.getRefund = 'fine'
      await processRefunds(db, { online: fixedPayments([stripe.provider]), keyedHash: keyedHash(authSecret) })
    },
  ],
]

test.each(ways)('stops counting a refund that a bank rejects days later: %s', async (_, learn) => {
  const one = await refundedOrder()
  expect(await one.outcome()).toMatchObject({ status: 'refunded', refunded: 200_000 })
  Object.assign(one.stripeRefund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
  await learn(one)
  const { refunded, events, emails } = await one.outcome()
  expect({ refunded, emails }).toEqual({ refunded: 0, emails: ['confirmed', 'refunded'] })
  expect(events.filter((kind) => kind === 'refund_failed')).toHaveLength(1)
  expect((await one.seen()).lines[0]).toMatchObject({ refundedquantity: 0 })
  const { refunds, can } = await one.view()
  expect(refunds).toMatchObject([
    { status: 'failed', isManual: true, problem: expect.stringContaining('expired_or_canceled_card') },
  ])
  expect(can).toContain('refund')
  expect(await withProblem('refund')).toContain(one.number)
  expect(await findingsOf(one.number)).toContain('refund_stuck')
  // Staff send the money another way, once.
  const markSent = () => staff.send(markRefundSent, { number: one.number, id: refunds[0]?.id ?? 0 })
  const statuses = (await Promise.all([markSent(), markSent()])).map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await one.outcome()).toMatchObject({
    refunded: 200_000,
    emails: ['confirmed', 'refunded', 'refunded'],
  })
  expect(await withProblem('refund')).not.toContain(one.number)
  expect(await findingsOf(one.number)).toEqual([])
})

test('never sends money twice that was refunded another way', async () => {
  const one = await refundedOrder()
  Object.assign(one.stripeRefund, { status: 'failed' })
  await one.refund()
  const again = { number: one.number, ...wholeAmount }
  expect((await staff.send(refundOrder, again, { 'idempotency-key': randomUUID() })).status).toBe(200)
  await one.refund()
  expect(stripe.held(one.number)).toBe(0)
  const { refunds } = await one.view()
  const marked = await staff.send(markRefundSent, { number: one.number, id: refunds[0]?.id ?? 0 })
  expect(marked).toMatchObject({ status: 409, code: 'exceeds_paid' })
  expect(await withProblem('refund')).not.toContain(one.number)
  expect(await findingsOf(one.number)).toEqual([])
})

test('emails the customer once the provider has sent an accepted refund, and can send the email again', async () => {
  stripe.refundsBegin({ status: 'pending', pending_reason: 'insufficient_funds' })
  const one = await refundedOrder()
  expect(await one.outcome()).toMatchObject({ refunded: 200_000, emails: ['confirmed'] })
  const waiting = (await one.view()).refunds
  expect(waiting).toMatchObject([
    { status: 'waiting', isManual: false, problem: expect.stringContaining('insufficient') },
  ])
  expect(await staff.send(resendOrderEmail, { number: one.number, kind: 'refunded' })).toMatchObject({
    status: 409,
  })
  await one.refund()
  expect(stripe.refunds(one.number)).toHaveLength(1)
  one.stripeRefund.status = 'succeeded'
  await one.refund()
  expect(await one.outcome()).toMatchObject({ emails: ['confirmed', 'refunded'] })
  expect(await one.view()).toMatchObject({ refunds: [{ status: 'done', problem: null }] })
  await staff.send(resendOrderEmail, { number: one.number, kind: 'refunded' })
  await staff.send(resendOrderEmail, { number: one.number, kind: 'refunded' })
  expect((await one.outcome()).emails).toEqual(['confirmed', 'refunded', 'refunded', 'refunded'])
})

/** An order that expired some hours ago, polled without the keys of the provider. */
async function orderWithoutProvider(hours: number) {
  const one = await cardOrder({ app, db, stripe, goods })
  const poll = async (providers = [stripe.provider]) => {
    await db
      .updateTable('payment')
      .set({ next_poll_at: new Date(0) })
      .where('order_id', '=', one.id)
      .execute()
    await pollPayments(db, { online: fixedPayments(providers), keyedHash: keyedHash(authSecret) })
  }
  const reserved_until = new Date(Date.now() - hours * 3_600_000)
  await db.updateTable('shop_order').set({ reserved_until }).where('id', '=', one.id).execute()
  await poll([])
  return { ...one, poll }
}

test('cancels an order after a day without its provider and leaves the payment to staff', async () => {
  const one = await orderWithoutProvider(23)
  expect(await one.outcome()).toMatchObject({ status: 'pending', stock: [5, 3] })
  const late = await orderWithoutProvider(25)
  expect(await late.outcome()).toMatchObject({
    status: 'cancelled',
    stock: [5, 5],
    emails: ['cancelled'],
    events: ['placed', 'payment_unknown', 'expired'],
  })
  expect(await withProblem('payment')).toEqual([])
  const closed_at = new Date(Date.now() - 2 * 3_600_000)
  await db.updateTable('shop_order').set({ closed_at }).where('id', '=', late.id).execute()
  expect(await withProblem('payment')).toEqual([late.number])
  expect(await findingsOf(late.number)).toEqual(['payment_unknown'])
  const { payments } = (await staff.send(getAdminOrder, { number: late.number })).answer.data
  expect(payments).toMatchObject([{ isUnknown: true }])
  const close = (number: string) => staff.send(closePayment, { number, id: payments[0]?.id ?? 0 })
  expect(await close(one.number)).toMatchObject({ status: 409 })
  expect((await close(late.number)).status).toBe(200)
  expect(await close(late.number)).toMatchObject({ status: 409, code: 'not_open' })
  expect(await withProblem('payment')).toEqual([])
  expect(await findingsOf(late.number)).toEqual([])
})

test('refunds a payment of a cancelled order as soon as the provider answers', async () => {
  const one = await orderWithoutProvider(1)
  one.pay()
  const reserved_until = new Date(Date.now() - 25 * 3_600_000)
  await db.updateTable('shop_order').set({ reserved_until }).where('id', '=', one.id).execute()
  await one.poll([])
  expect(await one.outcome()).toMatchObject({ status: 'cancelled', paid: 0 })
  await one.poll()
  await one.refund()
  expect(await one.outcome()).toMatchObject({
    paid: 200_000,
    refunded: 200_000,
    emails: ['cancelled', 'refunded'],
  })
  expect(stripe.held(one.number)).toBe(0)
})

test('units back on sale do not ship again after their refund has failed', async () => {
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.event()
  const { number } = one
  const refund = (quantity: number) =>
    staff.send(
      refundOrder,
      { number, lines: [{ position: 0, quantity, restock: true }] },
      { 'idempotency-key': randomUUID() },
    )
  await refund(1)
  await one.refund()
  const failed = Object.assign(stripe.refunds(number)[0]!, { status: 'failed' })
  await one.sendMessage(stripe.objectMessage('refund.failed', failed))
  const view = async () => (await staff.send(getAdminOrder, { number })).answer.data
  expect(await view()).toMatchObject({ refunded: 0, lines: [{ lefttoship: 1 }] })
  const lines = [{ lineId: 1, quantity: 2 }]
  expect(
    await staff.send(createShipment, { number, lines }, { 'idempotency-key': randomUUID() }),
  ).toMatchObject({
    status: 409,
    code: 'nothing_left_to_ship',
  })
  await staff.send(fulfilOrder, { number })
  expect((await view()).shipments).toMatchObject([{ lines: [{ quantity: 1 }] }])
  // Refunded again, it goes back on sale only once.
  await refund(1)
  expect(await one.outcome()).toMatchObject({ status: 'shipped', stock: [4, 4] })
  expect((await findingsOf(number)).filter((check) => check !== 'refund_stuck')).toEqual([])
})

test('shipped units that came back are restocked once, also if their refund is repeated after a failure', async () => {
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.event()
  const { number } = one
  await staff.send(fulfilOrder, { number })
  const refund = () =>
    staff.send(
      refundOrder,
      { number, lines: [{ position: 0, quantity: 1, restock: true }] },
      { 'idempotency-key': randomUUID() },
    )
  await refund()
  await one.refund()
  const failed = Object.assign(stripe.refunds(number)[0]!, { status: 'failed' })
  await one.sendMessage(stripe.objectMessage('refund.failed', failed))
  await refund()
  expect(await one.outcome()).toMatchObject({ refunded: 100_000, stock: [4, 4] })
})
