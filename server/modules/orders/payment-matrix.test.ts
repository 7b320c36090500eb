import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkLedger } from '#server/modules/stock/index.ts'
import { testApp } from '#test/harness/app.ts'
import { makeGoods, type Goods } from '#test/harness/goods.ts'
import { authSecret, cardOrder, type CardOrder } from '#test/harness/paid-order.ts'
import { stripeServer } from '#test/harness/stripe-server.ts'
import { checkBooks } from '#server/modules/books/index.ts'

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

/** Of five pieces two were ordered, for 2,000.00: the first figure is in the house, the second can be sold. */
const waiting = { status: 'pending', paid: 0, refunded: 0, stock: [5, 3], mails: [] as string[], kept: 0 }
const paid = {
  status: 'confirmed',
  paid: 200_000,
  refunded: 0,
  stock: [3, 3],
  mails: ['confirmed'],
  kept: 200_000,
}
const letGo = { status: 'cancelled', paid: 0, refunded: 0, stock: [5, 5], mails: ['cancelled'], kept: 0 }
const sentBack = { ...letGo, mails: ['cancelled', 'refunded'] }
const paidBack = { ...sentBack, paid: 200_000, refunded: 200_000 }

type Outcome = Omit<typeof waiting, 'stock'> & { stock: number[] }
type Steps = (order: CardOrder) => Promise<unknown>

const times = (count: number, work: () => Promise<unknown>) =>
  Promise.all(Array.from({ length: count }, work))

const matrix: readonly [name: string, outcome: Outcome, steps: Steps][] = [
  ['nothing happens', waiting, async () => {}],
  [
    'paid, told, back',
    paid,
    async ({ pay, tell, back }) => {
      pay()
      expect(await tell()).toBe(200)
      expect(await back()).toMatchObject({ status: 200, answer: { data: { status: 'confirmed' } } })
    },
  ],
  [
    'paid, back before it is told',
    paid,
    async ({ pay, tell, back }) => {
      pay()
      expect(await back()).toMatchObject({ answer: { data: { status: 'confirmed', paymentUrl: null } } })
      expect(await tell()).toBe(200)
    },
  ],
  ['paid and back, never told', paid, async ({ pay, back }) => (pay(), back())],
  ['paid, never told, never back: the shop asks', paid, async ({ pay, sweep }) => (pay(), sweep())],
  [
    'the same message twice',
    paid,
    async ({ pay, tell }) => {
      pay()
      expect([
        await tell('completed', { id: 'evt_twice' }),
        await tell('completed', { id: 'evt_twice' }),
      ]).toEqual([200, 200])
    },
  ],
  [
    'two messages about the same',
    paid,
    async ({ pay, tell }) => (pay(), await tell(), tell('async_payment_succeeded')),
  ],
  [
    'the same message 8 times at once',
    paid,
    async ({ pay, tell }) => (pay(), times(8, () => tell('completed', { id: 'evt_eight' }))),
  ],
  [
    'told, back and asked for, 8 times at once',
    paid,
    async ({ pay, tell, back, sweep }) => (
      pay(),
      Promise.all([times(3, () => tell()), times(3, back), times(2, sweep)])
    ),
  ],
  [
    'an old message after the new one',
    paid,
    async ({ pay, tell, sendMessage, number }) => {
      const old = stripe.message('checkout.session.expired', number)
      pay()
      await tell()
      expect(await sendMessage(old)).toBe(200)
    },
  ],
  [
    'told that it is paid, which it is not, and something that we do not know',
    waiting,
    async ({ tell }) => expect([await tell(), await tell('something_new')]).toEqual([200, 200]),
  ],
  [
    'forged: another secret, another body, no signature; then the shop asks by itself',
    paid,
    async ({ pay, tell, sendMessage, number, seen }) => {
      pay()
      expect(await tell('completed', { secret: 'whsec_of_somebody' })).toBe(400)
      const { payload, headers } = stripe.message('checkout.session.completed', number)
      expect(await sendMessage({ payload: `${payload} `, headers })).toBe(400)
      expect(await sendMessage({ payload, headers: { 'content-type': 'application/json' } })).toBe(400)
      expect((await seen()).status).toBe('pending')
    },
  ],
  [
    'another amount',
    sentBack,
    async ({ number, tell, payBack }) => (stripe.pay(number, { amount: 100 }), await tell(), payBack()),
  ],
  [
    'another currency',
    sentBack,
    async ({ number, tell, payBack }) => (stripe.pay(number, { currency: 'usd' }), await tell(), payBack()),
  ],
  [
    'not paid in time: the page is closed',
    letGo,
    async ({ late, sweep, number }) => {
      await late()
      await sweep()
      expect(stripe.session(number).status).toBe('expired')
    },
  ],
  [
    'paid in the last moment, before it is closed',
    paid,
    async ({ late, pay, sweep }) => (await late(), pay(), sweep()),
  ],
  [
    'closed by the provider, told 8 times at once',
    letGo,
    async ({ number, tell }) => (
      (stripe.session(number).status = 'expired'),
      times(8, () => tell('expired'))
    ),
  ],
  [
    'a bank takes days, and pays',
    paid,
    async ({ number, tell, late, sweep, seen }) => {
      stripe.payLater(number)
      await tell()
      await late()
      await sweep()
      expect((await seen()).status).toBe('pending')
      stripe.settle(number, true)
      await tell('async_payment_succeeded')
    },
  ],
  [
    'a bank takes days, and does not pay',
    letGo,
    async ({ number, tell }) => {
      stripe.payLater(number)
      await tell()
      stripe.settle(number, false)
      await tell('async_payment_failed')
    },
  ],
  [
    'cancelled by the shopper: the page is closed',
    letGo,
    async ({ cancel, sweep, number }) => {
      await cancel()
      await sweep()
      expect(stripe.session(number).status).toBe('expired')
    },
  ],
  [
    'cancelled, and paid all the same: the money goes back',
    paidBack,
    async ({ cancel, pay, tell, payBack }) => (await cancel(), pay(), await tell(), payBack()),
  ],
  [
    'cancelled, and paid before the page is closed: the shop notices',
    paidBack,
    async ({ cancel, pay, sweep, payBack }) => (await cancel(), pay(), await sweep(), payBack()),
  ],
  [
    'let go, and paid by a bank that took too long',
    paidBack,
    async ({ number, cancel, tell, payBack }) => {
      stripe.payLater(number)
      await cancel()
      stripe.settle(number, true)
      await tell('async_payment_succeeded')
      await payBack()
    },
  ],
  [
    'paid, then cancelled by the shopper',
    { ...paidBack, mails: ['confirmed', 'cancelled', 'refunded'] },
    async ({ pay, tell, cancel, payBack }) => (pay(), await tell(), await cancel(), payBack()),
  ],
  [
    'paid and cancelled at once',
    { ...paidBack, mails: expect.any(Array) as never },
    async ({ pay, tell, cancel, payBack }) => (
      pay(),
      await Promise.all([tell(), cancel(), tell()]),
      payBack()
    ),
  ],
  [
    'the provider cannot be asked when it tells: the shop asks later',
    paid,
    async ({ pay, tell, sweep }) => {
      pay()
      stripe.mood.look = 'down'
      expect(await tell()).toBe(200)
      stripe.mood.look = 'fine'
      await sweep()
    },
  ],
  [
    'the provider cannot be asked when the time is over: nothing is lost',
    paid,
    async ({ pay, late, sweep, seen }) => {
      pay()
      await late()
      stripe.mood.close = 'down'
      await sweep()
      expect((await seen()).status).toBe('pending')
      stripe.mood.close = 'fine'
      await sweep()
    },
  ],
  [
    'the provider pays back, and its answer is lost: once',
    { ...paidBack, mails: ['confirmed', 'cancelled', 'refunded'] },
    async ({ pay, tell, cancel, payBack }) => {
      pay()
      await tell()
      await cancel()
      for (const mood of ['down', 'lost', 'fine'] as const) {
        stripe.mood.refund = mood
        await payBack()
        stripe.forgetKeys()
      }
    },
  ],
  [
    'paid back by two processes at once: once',
    { ...paidBack, mails: ['confirmed', 'cancelled', 'refunded'] },
    async ({ pay, tell, cancel, payBack }) => (pay(), await tell(), await cancel(), times(4, payBack)),
  ],
  [
    'the provider refuses to pay back: staff have to',
    { ...letGo, paid: 200_000, kept: 200_000, mails: ['confirmed', 'cancelled'] },
    async ({ pay, tell, cancel, payBack, outcome }) => {
      pay()
      await tell()
      await cancel()
      stripe.mood.refund = 'no'
      await payBack()
      stripe.mood.refund = 'fine'
      await payBack()
      expect((await outcome()).events).toContain('refund_failed')
    },
  ],
]

test('is large enough', () => expect(matrix.length).toBeGreaterThanOrEqual(24))

test.each(matrix)('%s', async (_, { kept, ...outcome }, steps) => {
  const order = await cardOrder({ app, db, stripe, goods })
  await steps(order)
  // And then all that the shop does by itself.
  await order.sweep()
  await order.payBack()
  const { events, ...result } = await order.outcome()
  expect(result).toEqual(outcome)
  expect(stripe.kept(order.number)).toBe(kept)
  // What the shop says to have is what the provider has.
  expect(result.paid - result.refunded).toBe(kept)
  expect(events.filter((kind) => kind === 'paid')).toHaveLength(result.paid > 0 ? 1 : 0)
  expect(await checkLedger(db)).toEqual([])
})

test('the books balance after all of it', async () => {
  const found = await checkBooks(db, { configId: 1, locale: 'en-IN' })
  // What a provider will never pay back is for somebody to settle.
  expect(new Set(found.map(({ check }) => check))).toEqual(new Set(['kept_money', 'refund_stuck']))
})
