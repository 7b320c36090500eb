import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { giveBackCredit, type ReturnedPart } from '#server/modules/credit/index.ts'
import type { OrderRow } from '../order/order.queries.ts'
import type { RefundablePayment } from '../payments/payment.queries.ts'
import { insertRefund, type RefundedLine } from './refund.writes.ts'
import { refundedTo } from './refund.rules.ts'
import type { TargetAccount } from './refund-target.ts'

/** What one payment returns, in minor units. */
interface RefundPart {
  payment: RefundablePayment
  amount: number
  delivery?: number
  lines?: readonly RefundedLine[]
}

/** A refund that was made. */
export interface MadeRefund {
  id: number
  amount: number
  /** The money is back: on a gift card, on store credit, or sent by staff. */
  isDone: boolean
  /** Where it goes, if that is credit. */
  to: string | undefined
}

interface Making {
  reason: string
  /** Where all of it goes; undefined: to where it came from. */
  target?: TargetAccount | undefined
  /** Staff have sent already what no provider sends. */
  isSent: boolean
}

/**
 * Makes the refunds of a locked order whose credit is locked. Money for gift cards and store credit arrives at once; a provider or
 * staff send the rest.
 */
export async function makeRefunds(
  tx: Transaction,
  write: WriteContext,
  order: Pick<OrderRow, 'id'>,
  parts: readonly RefundPart[],
  { reason, target, isSent }: Making,
): Promise<MadeRefund[]> {
  const made: MadeRefund[] = []
  const returned: ReturnedPart[] = []
  for (const { payment, amount, delivery = 0, lines = [] } of parts) {
    const accountId = target?.accountId ?? payment.creditId
    const isDone = accountId !== null || (isSent && payment.charge === null)
    const refund = { paymentId: payment.id, amount, deliveryAmount: delivery, lines, reason, isDone }
    const id = await insertRefund(tx, write, order.id, refund)
    const to = accountId === null ? undefined : (target?.name ?? refundedTo(payment))
    made.push({ id, amount, isDone, to })
    if (accountId === null) continue
    // Money that comes back to the account that paid is no new credit.
    const paymentId = payment.creditId === accountId ? payment.id : undefined
    returned.push({ accountId, refundId: id, paymentId, amount })
  }
  await giveBackCredit(tx, write, order.id, returned)
  return made
}
