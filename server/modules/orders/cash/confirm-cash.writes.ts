import type { OrderStatus } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { emailCustomer, type EmailContext } from '../emails/order-email.ts'
import { lockOrder, type OrderRow } from '../order/order.queries.ts'
import { isToConfirm } from '../order/order.rules.ts'
import { confirmOrder } from '../order/order-state.writes.ts'

/**
 * Confirms a cash order for its customer, who has opened the link of the email. A second press changes nothing. AppError 409
 * `already_cancelled` with the reason, or `wrong_status`.
 */
export async function confirmByLink(
  tx: Transaction,
  write: WriteContext,
  email: EmailContext,
  orderId: number,
): Promise<OrderStatus> {
  const order = await lockOrder(tx, write.shopId, orderId)
  if (isConfirmedCash(order)) return order.status
  if (order.status === 'cancelled') throw await cancelledBefore(tx, order)
  if (!isToConfirm(order)) {
    const message = `Order ${order.serial} doesn’t wait for a confirmation`
    throw new AppError(409, 'wrong_status', message)
  }
  await confirmOrder(tx, write, order, 'By the link in the email')
  await emailCustomer(tx, email, { orderId, kind: 'confirmed' })
  return 'confirmed'
}

const isConfirmedCash = ({ status, payment_method: method }: OrderRow) =>
  method === 'cod' && ['confirmed', 'shipped', 'delivered'].includes(status)

async function cancelledBefore(tx: Transaction, order: OrderRow): Promise<AppError> {
  const expired = await tx
    .selectFrom('order_event')
    .select('id')
    .where('config_id', '=', order.config_id)
    .where('order_id', '=', order.id)
    .where('kind', '=', 'unconfirmed')
    .executeTakeFirst()
  const message = expired
    ? `Order ${order.serial} was cancelled because it was not confirmed in time. Please order again.`
    : `Order ${order.serial} was cancelled and can’t be confirmed any more. Please order again.`
  return new AppError(409, 'already_cancelled', message)
}
