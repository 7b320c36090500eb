import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { PaymentRow } from '../payments/payment.queries.ts'
import { insertCapture, updatePayment } from '../payments/payment.writes.ts'

const now = sql<Date>`now()`

/** Stores that a payment is authorised. The provider is asked about it twice a day. */
export const storeAuthorization = (
  tx: Transaction,
  payment: PaymentRow,
  { charge, expiresAt }: { charge: string; expiresAt: Date | undefined },
): Promise<void> =>
  updatePayment(tx, payment, {
    status: 'authorized',
    charge,
    expires_at: expiresAt ?? null,
    poll_attempts: 0,
    next_poll_at: sql<Date>`now() + interval '12 hours'`,
  })

/** Stores until when an authorised payment can be captured. */
export const storeExpiry = (
  tx: Transaction,
  payment: PaymentRow,
  expiresAt: Date | undefined,
): Promise<void> => updatePayment(tx, payment, { expires_at: expiresAt ?? null }, 'authorized')

/** Stores money that was reserved and that the shop does not want. The next poll gives it back. */
export const storeUnwanted = (tx: Transaction, payment: PaymentRow, charge: string): Promise<void> =>
  updatePayment(tx, payment, { status: 'releasing', charge, poll_attempts: 0, next_poll_at: now })

/** Stores a capture before the provider is called. If the process dies, a poll asks again after a minute. */
export const beginCapture = (
  tx: Transaction,
  authorization: PaymentRow,
  { amount, isLast }: { amount: number; isLast: boolean },
): Promise<PaymentRow> =>
  insertCapture(tx, authorization, {
    status: 'capturing',
    amount,
    is_last_capture: isLast,
    next_poll_at: sql<Date>`now() + interval '1 minute'`,
  })

/** Stores a capture that was made elsewhere. */
export const storeForeignCapture = (
  tx: Transaction,
  authorization: PaymentRow,
  { amount, charge }: { amount: number; charge: string | null },
): Promise<PaymentRow> =>
  insertCapture(tx, authorization, {
    status: 'paid',
    amount,
    charge,
    paid_at: sql<Date>`clock_timestamp()`,
  })

/** Stores the end of an authorised payment, or that what is left of it is released. */
export const storeEnd = (
  tx: Transaction,
  payment: Pick<PaymentRow, 'config_id' | 'id'>,
  status: 'captured' | 'released' | 'expired' | 'releasing',
): Promise<void> =>
  updatePayment(tx, payment, {
    status,
    poll_attempts: 0,
    next_poll_at: status === 'releasing' ? now : null,
  })

/** Makes the next poll of the authorised payment of a capture due now. */
export const askAgain = (tx: Transaction, { config_id, authorized_by: id }: PaymentRow): Promise<void> =>
  id === null ? Promise.resolve() : updatePayment(tx, { config_id, id }, { next_poll_at: now }, 'authorized')
