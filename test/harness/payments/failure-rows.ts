import { expect } from 'vitest'
import type { Mood } from '../services/payments/payment-server.ts'
import { cancelledAfterwards, paid } from './outcomes.ts'
import { times, type PaymentRow } from './payment-row.ts'

const opensOnce = (mood: Mood): PaymentRow => ({
  name: `the answer about the page is ${mood}: one page`,
  ends: paid,
  before: (server) => void (server.mood.open = mood),
  async steps({ server, number, payNow, payAndKnow }) {
    server.mood.open = 'fine'
    await times(3, payNow)
    expect(server.opened(number)).toBe(1)
    await payAndKnow()
  },
})

const askedAgain = (mood: Mood): PaymentRow => ({
  name: `the provider is ${mood} at the event: a later poll asks again`,
  ends: paid,
  async steps({ server, number, pay, sendMessage, back, poll, seen }) {
    pay()
    server.mood.look = mood
    // A new process has to ask PayPal before it can check a message. Then the provider sends it again later.
    expect([200, 503]).toContain(await sendMessage(server.message('payment', number)))
    expect((await back()).status).toBe(503)
    expect((await seen()).status).toBe('pending')
    server.mood.look = 'fine'
    await poll()
  },
})

const closedLater = (mood: Mood): PaymentRow => ({
  name: `the provider is ${mood} at the deadline: no payment is lost`,
  ends: paid,
  async steps({ server, pay, late, poll, seen }) {
    pay()
    await late()
    server.mood.close = mood
    await poll()
    expect((await seen()).status).toBe('pending')
    server.mood.close = 'fine'
    await poll()
  },
})

const refundsOnce = (mood: Mood): PaymentRow => ({
  name: `refunded once although the provider is ${mood}`,
  ends: cancelledAfterwards,
  async steps({ server, number, payAndKnow, cancel, refund }) {
    await payAndKnow()
    await cancel()
    server.mood.refund = mood
    await refund()
    server.forgetKeys()
    server.mood.refund = 'fine'
    await refund()
    expect(server.refunds(number)).toHaveLength(1)
  },
})

/** The provider fails in every way, and nothing is lost or done twice. */
export const failureRows: readonly PaymentRow[] = [
  ...(['lost', 'nonsense'] as const).map(opensOnce),
  ...(['down', 'dead', 'slow', 'nonsense'] as const).map(askedAgain),
  ...(['down', 'dead', 'slow', 'lost', 'nonsense'] as const).map(closedLater),
  ...(['down', 'dead', 'slow', 'lost', 'nonsense'] as const).map(refundsOnce),
]
