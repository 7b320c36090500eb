import { afterAll, beforeEach, expect, test } from 'vitest'
import { cancelOrderAsStaff, fulfilOrder, getAdminOrders } from '#contract/orders/admin-order.ts'
import { markRefundSent } from '#contract/orders/payment/refund.ts'
import { stripeApp } from '#test/harness/app/stripe-app.ts'
import { orderEditing } from '#test/harness/data/edited-order.ts'
import { cardOrder } from '#test/harness/data/paid-order.ts'
import { storeSettings } from '#test/harness/data/settings.ts'

const { app, db, stripe, stop } = await stripeApp()
afterAll(stop)
const { goods, staff, stocked, detail, edit, undo, markPaid, problems } = await orderEditing(db, app)
// The provider alone takes the money.
await storeSettings(db, { 'payment.bank_transfer': false, 'payment.upi': false, 'shipping.flat': 0 })
const { variantid } = await stocked('Extra', { price: 45_000, stock: 500 })
beforeEach(() => stripe.refundsBegin({ status: 'succeeded' }))

const extra = (quantity: number) => [{ variantid, quantity }]

/** An order of 2,000.00 that was paid by card. */
async function paidByCard() {
  const one = await cardOrder({ app, db, stripe, goods })
  one.pay()
  await one.event()
  const { number } = one
  return {
    ...one,
    view: () => detail(number),
    edit: (lines: object[], rest: object = {}) => edit(number, { lines, ...rest }),
    undo: (id: number | null) => undo(number, id),
    markPaid: (amount: number) => markPaid(number, amount),
  }
}

/** Faults of the stock, and what the integrity checks find of one order. */
const problemsOf = async (number: string) =>
  (await problems()).filter((found) => !('order' in found) || found.order === number)

/** Money of the shop and of the provider agree, and so does the stock. */
async function expectSound({ number, outcome }: Awaited<ReturnType<typeof paidByCard>>) {
  const { paid, refunded } = await outcome()
  expect(paid - refunded).toBe(stripe.held(number))
  expect(await problemsOf(number)).toEqual([])
}

test('the difference is paid on a page of its own, and counts once', async () => {
  const one = await paidByCard()
  const { answer } = await one.edit(extra(1))
  expect(answer.data).toMatchObject({ due: 450, paymentMethods: [{ id: 'stripe' }] })
  expect(await one.seen()).toMatchObject({ due: 450, canPay: true, paymentUrl: null })
  const [first, second] = await Promise.all([one.payNow(), one.payNow()])
  expect(first.answer.data.paymentUrl).toBe(second.answer.data.paymentUrl)
  expect(stripe.sessions(one.number)).toHaveLength(2)
  expect(stripe.session(one.number)).toMatchObject({ amount_total: 45_000 })
  // Someone may be paying now.
  for (const refused of [await one.edit(extra(2)), await one.undo(answer.data.revision)])
    expect(refused).toMatchObject({ status: 409, code: 'payment_open' })
  await one.poll()
  expect((await one.seen()).paymentUrl).toBe(stripe.session(one.number).url)
  one.pay()
  await Promise.all([one.event(), one.back(), one.event(), one.poll()])
  expect(await one.outcome()).toMatchObject({ status: 'confirmed', paid: 245_000, refunded: 0 })
  expect(await one.view()).toMatchObject({ due: 0, can: expect.arrayContaining(['fulfil', 'edit']) as [] })
  await expectSound(one)
  // A refund beyond the latest payment takes the rest from the first.
  const less = await one.edit([{ lineId: 1, quantity: 1 }])
  expect(less.answer.data).toMatchObject({
    refund: 1_000,
    refundTo: [
      { name: 'Card', amount: 450, isManual: false },
      { name: 'Card', amount: 550, isManual: false },
    ],
  })
  await one.refund()
  expect(new Set(stripe.refunds(one.number).map(({ amount }) => amount))).toEqual(new Set([45_000, 55_000]))
  expect(await one.outcome()).toMatchObject({ paid: 245_000, refunded: 100_000 })
  await expectSound(one)
  expect(await one.undo(less.answer.data.revision)).toMatchObject({ status: 409, code: 'money_moved' })
  expect((await staff.send(fulfilOrder, { number: one.number })).status).toBe(200)
})

test('a refund waits some minutes, so that its edit can be undone', async () => {
  const one = await paidByCard()
  const { answer } = await one.edit([{ lineId: 1, quantity: 1 }])
  expect(answer.data).toMatchObject({ refund: 1_000, refundTo: [{ name: 'Card', isManual: false }] })
  const { due_at: due } = await db
    .selectFrom('refund')
    .select('due_at')
    .where('order_id', '=', one.id)
    .executeTakeFirstOrThrow()
  expect(due.getTime()).toBeGreaterThan(Date.now() + 60_000)
  expect((await one.undo(answer.data.revision)).status).toBe(200)
  await one.refund()
  expect(stripe.refunds(one.number)).toEqual([])
  await expectSound(one)
})

test('a page that expires leaves the link of the order payable', async () => {
  const one = await paidByCard()
  await one.edit(extra(1))
  await one.payNow()
  stripe.expire(one.number)
  await one.poll()
  expect(await one.seen()).toMatchObject({ status: 'confirmed', due: 450, canPay: true, paymentUrl: null })
  expect((await one.payNow()).answer.data.paymentUrl).not.toBeNull()
  expect(stripe.sessions(one.number)).toHaveLength(3)
  one.pay()
  await one.event()
  expect(await one.outcome()).toMatchObject({ status: 'confirmed', paid: 245_000 })
  await expectSound(one)
})

test('a link that is opened days later gets a payment of its own', async () => {
  const one = await paidByCard()
  await one.edit(extra(1))
  await db
    .updateTable('payment')
    .set({ created_at: new Date(Date.now() - 5 * 86_400_000) })
    .where('order_id', '=', one.id)
    .where('status', '=', 'waiting')
    .execute()
  await Promise.all([one.payNow(), one.payNow()])
  const { expires_at: expires } = stripe.session(one.number)
  expect(expires * 1000).toBeGreaterThan(Date.now() + 3_600_000)
  one.pay()
  await one.event()
  expect((await one.outcome()).paid).toBe(245_000)
  await expectSound(one)
})

test('money for a difference that was marked as paid, or whose order was cancelled, goes back', async () => {
  const one = await paidByCard()
  await one.edit(extra(1))
  await one.payNow()
  expect((await one.markPaid(450)).status).toBe(200)
  one.pay()
  await one.poll()
  await one.refund()
  expect(await one.outcome()).toMatchObject({ status: 'confirmed', paid: 245_000, refunded: 0 })
  expect(stripe.held(one.number)).toBe(200_000)
  expect(await problemsOf(one.number)).toEqual([])

  const other = await paidByCard()
  await other.edit(extra(1))
  await other.payNow()
  await staff.send(cancelOrderAsStaff, { number: other.number })
  other.pay()
  await other.event()
  await other.refund()
  expect(await other.outcome()).toMatchObject({ status: 'cancelled', paid: 245_000, refunded: 245_000 })
  await expectSound(other)
})

test('an unopened page of a difference is closed with its order, and never asks for an old amount', async () => {
  const one = await paidByCard()
  await one.edit(extra(1))
  await one.edit(extra(3))
  expect((await one.view()).payments.map(({ status, amount }) => [status, amount])).toEqual([
    ['paid', 2_000],
    ['cancelled', 450],
    ['waiting', 1_350],
  ])
  await one.payNow()
  expect(stripe.session(one.number)).toMatchObject({ amount_total: 135_000 })
  await staff.send(cancelOrderAsStaff, { number: one.number })
  await one.poll()
  await one.refund()
  expect(await one.payNow()).toMatchObject({ answer: { data: { status: 'cancelled', paymentUrl: null } } })
  expect(await one.outcome()).toMatchObject({ status: 'cancelled', paid: 200_000, refunded: 200_000 })
  await expectSound(one)
})

test('a refund that the provider refuses is owed no more once its order is cancelled', async () => {
  const one = await paidByCard()
  await one.edit([{ lineId: 1, quantity: 1 }])
  stripe.mood.refund = 'no'
  await one.refund()
  stripe.mood.refund = 'fine'
  const waiting = async () => {
    const answer = await staff.send(getAdminOrders, { problem: 'refund', limit: 100 })
    return answer.answer.data.map(({ number }) => number)
  }
  const [failed] = (await one.view()).refunds
  expect(failed).toMatchObject({ status: 'failed', isManual: true })
  expect(await waiting()).toContain(one.number)
  expect(await problemsOf(one.number)).toMatchObject([{ check: 'refund_stuck' }])
  // Cancelling refunds all that was paid.
  await staff.send(cancelOrderAsStaff, { number: one.number })
  await one.refund()
  expect(await one.outcome()).toMatchObject({ paid: 200_000, refunded: 200_000 })
  expect((await one.view()).refunds[0]).toMatchObject({ status: 'failed', isManual: false })
  expect(await waiting()).not.toContain(one.number)
  expect(await staff.send(markRefundSent, { number: one.number, id: failed!.id })).toMatchObject({
    status: 409,
    code: 'exceeds_paid',
  })
  await expectSound(one)
})

test('a refund that the provider refuses is owed only as far as the total leaves something over', async () => {
  const one = await paidByCard()
  await one.edit([{ lineId: 1, quantity: 1 }])
  stripe.mood.refund = 'no'
  await one.refund()
  stripe.mood.refund = 'fine'
  expect(await one.outcome()).toMatchObject({ paid: 200_000, refunded: 0 })
  // The next edit refunds what the total leaves over, so the failed refund is not owed any more.
  expect((await one.edit(extra(1))).answer.data).toMatchObject({ refund: 550 })
  await one.refund()
  const [failed] = (await one.view()).refunds
  expect(failed).toMatchObject({ status: 'failed', amount: 1_000 })

  expect(await staff.send(markRefundSent, { number: one.number, id: failed!.id })).toMatchObject({
    status: 409,
    code: 'exceeds_paid',
  })
  expect(await one.outcome()).toMatchObject({ refunded: 55_000 })
  expect((await one.view()).refunds[0]?.isManual).toBe(false)
  await expectSound(one)
})
