import { expect } from 'vitest'
import { captureRows } from './capture-rows.ts'
import { depositRows } from './deposit-rows.ts'
import { failureRows } from './failure-rows.ts'
import { cancelledAfterwards, ended, paid, refunded, rejected, waiting } from './outcomes.ts'
import { at, times, type PaymentRow } from './payment-row.ts'
import { refundRows } from './refund-rows.ts'

const paying: readonly PaymentRow[] = [
  { name: 'nothing happens', ends: waiting, steps: () => Promise.resolve() },
  {
    name: 'paid, event, return',
    ends: paid,
    async steps({ payAndKnow, back }) {
      await payAndKnow()
      expect(await back()).toMatchObject({ status: 200, answer: { data: { status: 'confirmed' } } })
    },
  },
  {
    name: 'paid, return before the event',
    ends: paid,
    async steps({ pay, event, back }) {
      pay()
      expect(await back()).toMatchObject({ answer: { data: { status: 'confirmed', paymentUrl: null } } })
      await event()
    },
  },
  { name: 'paid and returned, without an event', ends: paid, steps: ({ pay, back }) => (pay(), back()) },
  {
    name: 'paid, without an event or a return: a poll',
    ends: paid,
    steps: ({ pay, poll }) => (pay(), poll()),
  },
  {
    name: 'returned without paying, and paid later',
    ends: paid,
    async steps({ back, payNow, paymentUrl, payAndKnow }) {
      expect((await back()).answer.data).toEqual({ status: 'pending', paymentUrl })
      expect((await payNow()).answer.data.paymentUrl).toBe(paymentUrl)
      await payAndKnow()
    },
  },
  {
    name: 'the same event twice',
    ends: paid,
    async steps({ pay, event }) {
      pay()
      await event({ id: 'evt_twice_0001' })
      await event({ id: 'evt_twice_0001' })
    },
  },
  {
    name: 'two events about the same payment',
    ends: paid,
    steps: async ({ payAndKnow, event }) => (await payAndKnow(), event()),
  },
  {
    name: 'the same event 8 times at once',
    ends: paid,
    steps: ({ pay, event }) => (pay(), times(8, () => event({ id: 'evt_eight_0001' }))),
  },
  {
    name: 'event, return and check, 8 times at once',
    ends: paid,
    steps: ({ pay, event, back, poll }) => (
      pay(),
      Promise.all([times(3, () => event()), times(3, back), times(2, poll)])
    ),
  },
  {
    name: 'an old event after the new one',
    ends: paid,
    async steps({ server, number, payAndKnow, sendMessage }) {
      const old = server.message('payment', number)
      await payAndKnow()
      expect(await sendMessage(old)).toBe(200)
    },
  },
  {
    name: 'a false event, and one about a page of another shop',
    ends: waiting,
    steps: async ({ event, strangerEvent }) => (await event(), strangerEvent()),
  },
  {
    name: 'forged events: another signature, another body, none; then a poll',
    // Mollie signs nothing, and its events only make the shop ask.
    ends: at(paid, { mollie: undefined }),
    async steps({ server, number, pay, sendMessage, seen }) {
      pay()
      expect(await sendMessage(server.message('payment', number, { isForeign: true }))).toBe(400)
      const { payload, headers } = server.message('payment', number)
      expect(await sendMessage({ payload: `${payload} `, headers })).toBe(400)
      expect(await sendMessage({ payload, headers: { 'content-type': 'application/json' } })).toBe(400)
      expect((await seen()).status).toBe('pending')
    },
  },
  {
    name: 'a wrong amount',
    ends: rejected,
    steps: async ({ server, number, event, refund }) => (
      server.pay(number, { amount: 100 }),
      await event(),
      refund()
    ),
  },
  {
    name: 'a wrong currency',
    ends: rejected,
    steps: async ({ server, number, event, refund }) => (
      server.pay(number, { currency: 'usd' }),
      await event(),
      refund()
    ),
  },
]

const endings: readonly PaymentRow[] = [
  {
    name: 'not paid in time: the page is closed',
    ends: ended,
    steps: async ({ late, poll, end }) => (await late(), await poll(), end()),
  },
  {
    name: 'paid just before the page is closed',
    ends: paid,
    steps: async ({ late, pay, poll }) => (await late(), pay(), poll()),
  },
  {
    name: 'the page reaches its end, 8 concurrent events',
    ends: ended,
    steps: ({ server, number, event }) => (server.expire(number), times(8, () => event())),
  },
  {
    name: 'a slow bank that pays after the deadline',
    ends: paid,
    async steps({ server, number, event, late, poll, seen }) {
      server.payLater(number)
      await event()
      await late()
      await poll()
      expect((await seen()).status).toBe('pending')
      server.settle(number, true)
      await event()
    },
  },
  {
    name: 'a slow bank that does not pay',
    // The link of Razorpay takes another attempt.
    ends: at(ended, { razorpay: waiting }),
    async steps({ server, number, event }) {
      server.payLater(number)
      await event()
      server.settle(number, false)
      await event()
    },
  },
  {
    name: 'cancelled by the shopper: the page is closed',
    ends: ended,
    steps: async ({ cancel, poll, end }) => (await cancel(), await poll(), end()),
  },
  {
    name: 'cancelled, and then paid: the money goes back',
    ends: refunded,
    steps: async ({ cancel, payAndKnow, refund }) => (await cancel(), await payAndKnow(), refund()),
  },
  {
    name: 'cancelled, and paid before the page is closed: a poll notices',
    ends: refunded,
    steps: async ({ cancel, pay, poll, refund }) => (await cancel(), pay(), await poll(), refund()),
  },
  {
    name: 'cancelled, the page given up, and then paid there',
    // Nobody can pay at a closed page, PayPal takes nothing without the shop, and a page of Mollie stays.
    ends: { stripe: undefined, razorpay: undefined, paypal: ended, mollie: refunded },
    steps: async ({ cancel, poll, payAndKnow, refund }) => (
      await cancel(),
      await poll(),
      await payAndKnow(),
      refund()
    ),
  },
  {
    name: 'cancelled, and paid late by a slow bank',
    ends: refunded,
    async steps({ server, number, cancel, event, refund }) {
      server.payLater(number)
      await event()
      await cancel()
      server.settle(number, true)
      await event()
      await refund()
    },
  },
  {
    name: 'paid, then cancelled by the shopper',
    ends: cancelledAfterwards,
    steps: async ({ payAndKnow, cancel, refund }) => (await payAndKnow(), await cancel(), refund()),
  },
  {
    name: 'paid and cancelled at once',
    ends: { ...refunded, emails: undefined },
    steps: async ({ pay, event, cancel, refund }) => (
      pay(),
      await Promise.all([event(), cancel(), event()]),
      refund()
    ),
  },
]

/** Every sequence of events that a payment has to survive. */
export const paymentRows: readonly PaymentRow[] = [
  ...paying,
  ...endings,
  ...failureRows,
  ...refundRows,
  ...captureRows,
  ...depositRows,
]
