import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { lockCreditOfOrder } from '#server/modules/credit/index.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { addEvent, type NewEvent } from '../order/order-event.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { listRefundablePayments } from '../payments/payment.queries.ts'
import { splitRefund } from './refund.rules.ts'
import { makeRefunds } from './make-refunds.writes.ts'

/**
 * Refunds what is left of a locked order's payments. Gift cards and store credit have it at once; without a provider, a refund waits
 * for staff.
 */
export async function refundRemaining(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  reason = '',
): Promise<void> {
  const { shopId, actor } = write
  const amount = order.paid - order.refunded
  if (amount <= 0) return
  await lockCreditOfOrder(tx, shopId, order.id)
  const payments = await listRefundablePayments(tx, shopId, order.id)
  await makeRefunds(tx, write, order, splitRefund(amount, payments), { reason, isSent: false })
  await addEvent(tx, shopId, order.id, actor, await refundEvent(tx, order, amount))
}

/** The event of a refund, with the amount (minor units) in the locale of the shop. */
export async function refundEvent(
  tx: Transaction,
  { config_id: shopId, currency }: Pick<OrderRow, 'config_id' | 'currency'>,
  amount: number,
): Promise<NewEvent> {
  const { locale } = await tx
    .selectFrom('shop')
    .select('locale')
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  return { kind: 'refunded', note: formatMoney(amount, currency, locale), isPublic: true }
}
