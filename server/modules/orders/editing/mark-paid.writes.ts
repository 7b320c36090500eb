import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { lockOrderByNumber } from '../order/order.queries.ts'
import { dueBeforeShipping } from '../order/order.rules.ts'
import { addPaidAmount } from '../order/order.writes.ts'
import { paidDirectly, transferMethods } from '../payments/payment-method.ts'
import { findLatestPayment } from '../payments/payment.queries.ts'
import { abandonPayments, insertReceivedPayment, payWaiting } from '../payments/payment.writes.ts'

/**
 * Records that staff have received what was due of an edited order. A payment page that is open closes; who pays there all the
 * same is refunded. AppError 404, 409 `nothing_due` or `amount_changed`.
 */
export async function markPaid(
  tx: Transaction,
  write: WriteContext,
  { number, amount }: { number: string; amount: number },
): Promise<OrderStatus> {
  const { shopId, actor } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  const { id: orderId, currency, serial, paid } = order
  const due = dueBeforeShipping(order)
  if (due === 0) throw new AppError(409, 'nothing_due', `Nothing of order ${serial} is due`)
  if (toMinor(amount, currency) !== due)
    throw new AppError(409, 'amount_changed', 'The amount due has changed. Check it, then mark it as paid')
  const payment = await findLatestPayment(tx, shopId, orderId)
  const isOffline = [...transferMethods, paidDirectly.id].includes(payment?.provider ?? '')
  if (payment?.status === 'waiting' && isOffline) await payWaiting(tx, shopId, orderId)
  else {
    await abandonPayments(tx, shopId, orderId)
    await insertReceivedPayment(tx, shopId, orderId, { provider: paidDirectly.id, amount: due })
  }
  await addPaidAmount(tx, shopId, orderId, due)
  await addEvent(tx, shopId, orderId, actor, { kind: 'paid', isPublic: true })
  const entry = { action: 'update', subject: 'order', subjectId: orderId } as const
  later(tx, record(tx, { ...write, ...entry, before: { paid }, after: { paid: paid + due } }))
  return order.status
}
