import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/modules/stock/index.ts'
import { runIntegrityChecks } from '#server/modules/reconciliation/index.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { authSecret, cardOrder, type CardOrder } from '#test/harness/data/paid-order.ts'
import { stripeServer } from '#test/harness/services/stripe-server.ts'

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
beforeAll(async () => {
  goods = await makeGoods(db)
})

/** An order of two of five units for 2,000.00. `stock`: on hand, available. `held`: what the provider holds. */
const waiting = { status: 'pending', paid: 0, refunded: 0, stock: [5, 3], emails: [] as string[], held: 0 }
const paid = {
  status: 'confirmed',
  paid: 200_000,
  refunded: 0,
  stock: [3, 3],
  emails: ['confirmed'],
  held: 200_000,
}
const expired = { status: 'cancelled', paid: 0, refunded: 0, stock: [5, 5], emails: ['cancelled'], held: 0 }
const rejected = { ...expired, emails: ['cancelled', 'refunded'] }
const refunded = { ...rejected, paid: 200_000, refunded: 200_000 }

type Outcome = Omit<typeof waiting, 'stock'> & { stock: number[] }
type Steps = (order: CardOrder) => Promise<unknown>

const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work))

const matrix: readonly [name: string, outcome: Outcome, steps: Steps][] = [
  ['nothing happens', waiting, async () => {}],
  [
    'paid, event, return',
    paid,
    async ({ pay, event, back }) => {
      pay()
      expect(await event()).toBe(200)
      expect(await back()).toMatchObject({ status: 200, answer: { data: { status: 'confirmed' } } })
    },
  ],
  [
    'paid, return before the event',
    paid,
    async ({ pay, event, back }) => {
      pay()
      expect(await back()).toMatchObject({ answer: { data: { status: 'confirmed', paymentUrl: null } } })
      expect(await event()).toBe(200)
    },
  ],
  ['paid and returned, without an event', paid, async ({ pay, back }) => (pay(), back())],
  ['paid, without an event or a return: a poll', paid, async ({ pay, poll }) => (pay(), poll())],
  [
    'the same event twice',
    paid,
    async ({ pay, event }) => {
      pay()
      expect([
        await event('completed', { id: 'evt_twice' }),
        await event('completed', { id: 'evt_twice' }),
      ]).toEqual([200, 200])
    },
  ],
  [
    'two events about the same payment',
    paid,
    async ({ pay, event }) => (pay(), await event(), event('async_payment_succeeded')),
  ],
  [
    'the same event 8 times at once',
    paid,
    async ({ pay, event }) => (pay(), times(8, () => event('completed', { id: 'evt_eight' }))),
  ],
  [
    'event, return and check, 8 times at once',
    paid,
    async ({ pay, event, back, poll }) => (
      pay(),
      Promise.all([times(3, () => event()), times(3, back), times(2, poll)])
    ),
  ],
  [
    'an old event after the new one',
    paid,
    async ({ pay, event, sendMessage, number }) => {
      const old = stripe.message('checkout.session.expired', number)
      pay()
      await event()
      expect(await sendMessage(old)).toBe(200)
    },
  ],
  [
    'a false paid event, and an unknown event',
    waiting,
    async ({ event }) => expect([await event(), await event('something_new')]).toEqual([200, 200]),
  ],
  [
    'forged events: another secret, another body, no signature; then a poll',
    paid,
    async ({ pay, event, sendMessage, number, seen }) => {
      pay()
      expect(await event('completed', { secret: 'whsec_of_somebody' })).toBe(400)
      const { payload, headers } = stripe.message('checkout.session.completed', number)
      expect(await sendMessage({ payload: `${payload} `, headers })).toBe(400)
      expect(await sendMessage({ payload, headers: { 'content-type': 'application/json' } })).toBe(400)
      expect((await seen()).status).toBe('pending')
    },
  ],
  [
    'a wrong amount',
    rejected,
    async ({ number, event, refund }) => (stripe.pay(number, { amount: 100 }), await event(), refund()),
  ],
  [
    'a wrong currency',
    rejected,
    async ({ number, event, refund }) => (stripe.pay(number, { currency: 'usd' }), await event(), refund()),
  ],
  [
    'not paid in time: the page is closed',
    expired,
    async ({ late, poll, number }) => {
      await late()
      await poll()
      expect(stripe.session(number).status).toBe('expired')
    },
  ],
  ['paid just before the page is closed', paid, async ({ late, pay, poll }) => (await late(), pay(), poll())],
  [
    'closed by the provider, 8 concurrent events',
    expired,
    async ({ number, event }) => (
      (stripe.session(number).status = 'expired'),
      times(8, () => event('expired'))
    ),
  ],
  [
    'a slow bank that pays',
    paid,
    async ({ number, event, late, poll, seen }) => {
      stripe.payLater(number)
      await event()
      await late()
      await poll()
      expect((await seen()).status).toBe('pending')
      stripe.settle(number, true)
      await event('async_payment_succeeded')
    },
  ],
  [
    'a slow bank that does not pay',
    expired,
    async ({ number, event }) => {
      stripe.payLater(number)
      await event()
      stripe.settle(number, false)
      await event('async_payment_failed')
    },
  ],
  [
    'cancelled by the shopper: the page is closed',
    expired,
    async ({ cancel, poll, number }) => {
      await cancel()
      await poll()
      expect(stripe.session(number).status).toBe('expired')
    },
  ],
  [
    'cancelled and then paid: the money is refunded',
    refunded,
    async ({ cancel, pay, event, refund }) => (await cancel(), pay(), await event(), refund()),
  ],
  [
    'cancelled, and paid before the page is closed: a poll notices',
    refunded,
    async ({ cancel, pay, poll, refund }) => (await cancel(), pay(), await poll(), refund()),
  ],
  [
    'expired, and paid late by a slow bank',
    refunded,
    async ({ number, cancel, event, refund }) => {
      stripe.payLater(number)
      await cancel()
      stripe.settle(number, true)
      await event('async_payment_succeeded')
      await refund()
    },
  ],
  [
    'paid, then cancelled by the shopper',
    { ...refunded, emails: ['confirmed', 'cancelled', 'refunded'] },
    async ({ pay, event, cancel, refund }) => (pay(), await event(), await cancel(), refund()),
  ],
  [
    'paid and cancelled at once',
    { ...refunded, emails: expect.any(Array) as never },
    async ({ pay, event, cancel, refund }) => (
      pay(),
      await Promise.all([event(), cancel(), event()]),
      refund()
    ),
  ],
  [
    'provider unreachable at the event: a later poll checks',
    paid,
    async ({ pay, event, poll }) => {
      pay()
      stripe.mood.look = 'down'
      expect(await event()).toBe(200)
      stripe.mood.look = 'fine'
      await poll()
    },
  ],
  [
    'provider unreachable at the deadline: nothing is lost',
    paid,
    async ({ pay, late, poll, seen }) => {
      pay()
      await late()
      stripe.mood.close = 'down'
      await poll()
      expect((await seen()).status).toBe('pending')
      stripe.mood.close = 'fine'
      await poll()
    },
  ],
  [
    'refunded once although the response is lost',
    { ...refunded, emails: ['confirmed', 'cancelled', 'refunded'] },
    async ({ pay, event, cancel, refund }) => {
      pay()
      await event()
      await cancel()
      for (const mood of ['down', 'lost', 'fine'] as const) {
        stripe.mood.refund = mood
        await refund()
        stripe.forgetKeys()
      }
    },
  ],
  [
    'refunded once by two processes',
    { ...refunded, emails: ['confirmed', 'cancelled', 'refunded'] },
    async ({ pay, event, cancel, refund }) => (pay(), await event(), await cancel(), times(4, refund)),
  ],
  [
    'refund refused by the provider: left to staff',
    { ...expired, paid: 200_000, held: 200_000, emails: ['confirmed', 'cancelled'] },
    async ({ pay, event, cancel, refund, outcome }) => {
      pay()
      await event()
      await cancel()
      stripe.mood.refund = 'no'
      await refund()
      stripe.mood.refund = 'fine'
      await refund()
      expect((await outcome()).events).toContain('refund_failed')
    },
  ],
]

test('the matrix has at least 24 rows', () => expect(matrix.length).toBeGreaterThanOrEqual(24))

test.each(matrix)('%s', async (_, { held, ...outcome }, steps) => {
  const order = await cardOrder({ app, db, stripe, goods })
  await steps(order)
  // Then the background jobs run.
  await order.poll()
  await order.refund()
  const { events, ...result } = await order.outcome()
  expect(result).toEqual(outcome)
  expect(stripe.held(order.number)).toBe(held)
  // The shop and the provider agree on the money.
  expect(result.paid - result.refunded).toBe(held)
  expect(events.filter((kind) => kind === 'paid')).toHaveLength(result.paid > 0 ? 1 : 0)
  expect(await checkLedger(db)).toEqual([])
})

test('leaves no integrity findings', async () => {
  const found = await runIntegrityChecks(db, { shopId: 1, locale: 'en-IN' })
  // Refunds that the provider refused are left to staff.
  expect(new Set(found.map(({ check }) => check))).toEqual(new Set(['kept_money', 'refund_stuck']))
})
