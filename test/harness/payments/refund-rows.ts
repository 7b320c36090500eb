import { expect } from 'vitest'
import type { MatrixOrder } from './matrix-order.ts'
import { cancelledAfterwards, ended, paid } from './outcomes.ts'
import { times, type PaymentRow } from './payment-row.ts'

const rejectedLater = (way: 'an event' | 'a check'): PaymentRow => ({
  name: `a refund that the bank rejects later: known by ${way}`,
  ends: { ...paid, emails: ['confirmed', 'refunded'] },
  async steps({ server, number, payAndKnow, refundPart, refund, refundEvent, outcome }: MatrixOrder) {
    await payAndKnow()
    await refundPart(500)
    await refund()
    server.endRefund(number, false)
    await (way === 'an event' ? times(3, refundEvent) : refund())
    expect((await outcome()).events.filter((kind) => kind === 'refund_failed')).toHaveLength(1)
  },
})

const refunds: readonly PaymentRow[] = [
  {
    name: 'refunded once by four processes',
    ends: cancelledAfterwards,
    steps: async ({ payAndKnow, cancel, refund }) => (await payAndKnow(), await cancel(), times(4, refund)),
  },
  {
    name: 'a refund that the provider refuses is left to staff',
    ends: { ...ended, paid: 200_000, held: 200_000, emails: ['confirmed', 'cancelled'] },
    async steps({ server, payAndKnow, cancel, refund, outcome }) {
      await payAndKnow()
      await cancel()
      server.mood.refund = 'no'
      await refund()
      server.mood.refund = 'fine'
      await refund()
      expect((await outcome()).events).toContain('refund_failed')
    },
  },
  {
    name: 'refunded in parts',
    ends: { ...paid, refunded: 80_000, held: 120_000, emails: ['confirmed', 'refunded', 'refunded'] },
    async steps({ server, number, payAndKnow, refundPart, refund }) {
      await payAndKnow()
      await refundPart(500)
      await refund()
      await refundPart(300)
      await refund()
      expect(server.refunds(number).map(({ amount }) => amount)).toEqual([50_000, 30_000])
    },
  },
  {
    name: 'a refund that the bank sends days later',
    ends: { ...paid, refunded: 50_000, held: 150_000, emails: ['confirmed', 'refunded'] },
    async steps({ server, number, payAndKnow, refundPart, refund, refundEvent, outcome }) {
      server.refundsBegin('processing')
      await payAndKnow()
      await refundPart(500)
      await refund()
      server.refundsBegin('done')
      expect((await outcome()).emails).toEqual(['confirmed'])
      server.endRefund(number, true)
      await refundEvent()
    },
  },
  ...(['an event', 'a check'] as const).map(rejectedLater),
]

/** The kinds of events of a disputed order, in their order. */
const disputeEvents = async ({ outcome }: MatrixOrder) =>
  (await outcome()).events.filter((kind) => kind.startsWith('dispute'))

const decided = (isWon: boolean): PaymentRow => ({
  name: `a dispute is ${isWon ? 'won' : 'lost'}`,
  ends: paid,
  async steps(order: MatrixOrder) {
    await order.payAndKnow()
    order.server.dispute(order.number)
    order.server.decideDispute(order.number, isWon)
    await order.disputeEvent()
    await order.disputeEvent()
    expect(await disputeEvents(order)).toEqual(['dispute_opened', isWon ? 'dispute_won' : 'dispute_lost'])
  },
})

const disputes: readonly PaymentRow[] = [
  {
    name: 'the customer disputes the payment, and events come 4 times',
    ends: paid,
    async steps(order) {
      await order.payAndKnow()
      order.server.dispute(order.number)
      await times(4, order.disputeEvent)
      const isTaken = order.server.provider.id === 'mollie'
      expect(await disputeEvents(order)).toEqual(['dispute_opened', ...(isTaken ? ['dispute_lost'] : [])])
    },
  },
  ...([true, false] as const).map(decided),
  {
    name: 'the bank gives the money of a lost dispute back',
    ends: paid,
    async steps(order) {
      await order.payAndKnow()
      order.server.dispute(order.number)
      order.server.decideDispute(order.number, false)
      await order.disputeEvent()
      order.server.decideDispute(order.number, true)
      await order.disputeEvent()
      expect(await disputeEvents(order)).toEqual(['dispute_opened', 'dispute_lost', 'dispute_won'])
    },
  },
  {
    name: 'the provider is down at a dispute: it sends the event again',
    // What Mollie says of the payment is enough to know of it.
    ends: paid,
    async steps(order) {
      await order.payAndKnow()
      order.server.dispute(order.number)
      order.server.mood.dispute = 'down'
      const message = order.server.message('dispute', order.number)
      expect(await order.sendMessage(message)).toBe(503)
      order.server.mood.dispute = 'fine'
      expect(await order.sendMessage(message)).toBe(200)
      expect(await disputeEvents(order)).toContain('dispute_opened')
    },
  },
]

/** Money that goes back, by the shop or by the bank. */
export const refundRows: readonly PaymentRow[] = [...refunds, ...disputes]
