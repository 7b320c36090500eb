import type { OrderAction } from '#contract/orders/order-actions.ts'
import type { AdminOrder } from '#contract/orders/admin-order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { callerOf } from '#server/http/session/audience.ts'
import { AppError } from '#server/http/errors.ts'
import type { RequestContext } from '#server/http/route.ts'
import { lockOrderByNumber } from '../order/order.queries.ts'

/** Whether the caller may send money back. */
export const mayRefund = (context: Pick<RequestContext, 'caller'>) =>
  callerOf(context).permissions.includes('refunds')

/** Cancelling refunds what was paid. AppError 403 `refunds_needed` if there is something and the caller may not refund. */
export async function requireMayRefundPaid(
  tx: Transaction,
  context: Pick<RequestContext, 'caller' | 'shop'>,
  number: string,
): Promise<void> {
  if (mayRefund(context)) return
  const order = await lockOrderByNumber(tx, context.shop.shopId, number)
  if (order.paid <= order.refunded) return
  const message = `Cancelling order ${order.serial} refunds its payment, which needs the permission Refunds`
  throw new AppError(403, 'refunds_needed', message)
}

/** Removes refunds, and the actions that refund, from an order for staff without the permission. */
export function withoutRefunds<
  Order extends Pick<AdminOrder, 'can' | 'refunds' | 'creditNotes' | 'paid' | 'refunded'>,
>(context: Pick<RequestContext, 'caller'>, order: Order): Order {
  if (mayRefund(context)) return order
  const isPaid = order.paid > order.refunded
  const refused: readonly OrderAction[] = isPaid ? ['refund', 'cancel', 'cancelWithdrawn'] : ['refund']
  const can = order.can.filter((action) => !refused.includes(action))
  return { ...order, can, refunds: [], creditNotes: [] }
}
