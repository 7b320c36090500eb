import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record } from '#server/modules/audit/index.ts'
import { emailCustomer } from '../emails/order-email.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { lockOrderByNumber } from '../order/order.queries.ts'
import { now, updateOrder } from '../order/order.writes.ts'
import { canGetReady, requirePaid } from './admin-order.rules.ts'
import type { StaffAction } from './admin-order.writes.ts'

/** Tells the customer that a packed order can be picked up. AppError 404, 409 `on_hold`, `wrong_status` or `amount_due`. */
export async function readyAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
): Promise<OrderStatus> {
  const { shopId, actor } = write
  const order = await lockOrderByNumber(tx, shopId, number)
  requireNotHeld(order)
  if (!canGetReady(order)) {
    const message = `Order ${order.serial} does not wait to be packed for pick-up`
    throw new AppError(409, 'wrong_status', message)
  }
  requirePaid(order, email.shop.locale)
  // An edit of its items makes it wait again, so it can become ready more than once.
  const instance = await addEvent(tx, shopId, order.id, actor, { kind: 'ready', isPublic: true })
  await Promise.all([
    updateOrder(tx, shopId, order.id, { ready_at: now }),
    emailCustomer(tx, email, { orderId: order.id, kind: 'ready', instance }),
  ])
  const entry = { action: 'update', subject: 'order', subjectId: order.id } as const
  later(tx, record(tx, { ...write, ...entry, before: { ready: false }, after: { ready: true } }))
  return order.status
}
