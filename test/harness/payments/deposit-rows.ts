import { expect } from 'vitest'
import { ended, paid, refunded } from './outcomes.ts'
import { at, type PaymentRow } from './payment-row.ts'

/** A fifth of the order, in minor units. */
const DEPOSIT = 40_000

/** Cash orders with a deposit at the provider. */
export const depositRows: readonly PaymentRow[] = [
  {
    name: 'a deposit is paid, and the rest at the door',
    isDeposit: true,
    ends: {
      ...paid,
      status: 'delivered',
      emails: ['confirmed', 'shipped', 'delivered'],
      held: DEPOSIT,
      cash: paid.paid - DEPOSIT,
    },
    async steps({ payAndKnow, event, ship, deliver }) {
      await payAndKnow()
      await event()
      await ship()
      await deliver()
    },
  },
  {
    name: 'a deposit is paid after its order has expired: it goes back',
    isDeposit: true,
    // PayPal takes nothing without the shop, which does not want it any more.
    ends: at({ ...refunded, paid: DEPOSIT, refunded: DEPOSIT }, { paypal: ended }),
    async steps({ server, late, poll, seen, payAndKnow, refund }) {
      // The provider was unreachable for a day, so its page is still open.
      await late(25 * 3_600_000)
      server.mood.close = 'down'
      await poll()
      expect((await seen()).status).toBe('cancelled')
      server.mood.close = 'fine'
      await payAndKnow()
      await refund()
    },
  },
]
