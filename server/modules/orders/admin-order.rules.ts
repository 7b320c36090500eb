import type { OrderAction, ResentMailKind } from '#contract/admin-order.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderRow } from './order.queries.ts'
import { canMove, wrongStatus } from './order.rules.ts'

/** By hand only what no provider tells: of an online payment the provider says when it has come. */
const isConfirmedByHand = ({ payment_method: method }: OrderRow) => method === 'bank_transfer'

/** An address can be corrected until the parcel has left the house. */
const canCorrect = ({ status }: OrderRow) => status === 'pending' || status === 'confirmed'

/** How a parcel is found can be set right while it is under way and afterwards. */
const canTrack = ({ status }: OrderRow) => status === 'shipped' || status === 'delivered'

/** What staff can do with an order now. */
export function actionsFor(order: OrderRow): OrderAction[] {
  const { status } = order
  const open: Record<OrderAction, boolean> = {
    confirm: canMove('confirm', status) && isConfirmedByHand(order),
    fulfil: canMove('ship', status),
    deliver: canMove('deliver', status),
    cancel: canMove('cancel', status),
    return: canMove('return', status),
    refund: order.paid > order.refunded,
    restock: ['confirmed', 'shipped', 'delivered'].includes(status),
    correct: canCorrect(order),
    track: canTrack(order),
  }
  return (Object.keys(open) as OrderAction[]).filter((action) => open[action])
}

/** AppError 409 where the money of an order does not come past the eyes of staff. */
export function requireConfirmedByHand(order: OrderRow): void {
  if (order.status !== 'pending' || isConfirmedByHand(order)) return
  const message = `The provider of the payment confirms order ${order.number} by itself, as soon as it is paid`
  throw new AppError(409, 'not_by_hand', message)
}

/** AppError 409 `wrong_status` where it is too late, or too early, for a correction. */
export function requireCorrectable(order: OrderRow, fields: { address: boolean; parcel: boolean }): void {
  if (fields.address && !canCorrect(order)) throw wrongStatus(order, 'given another address')
  if (fields.parcel && !canTrack(order)) throw wrongStatus(order, 'followed')
}

/** The mails that were written about an order and still tell the truth. `paidBack`: minor units that have gone back. */
export function mailsOf(order: OrderRow, paidBack: number): ResentMailKind[] {
  const refunded: ResentMailKind[] = paidBack > 0 ? ['refunded'] : []
  if (order.status === 'pending') return order.payment_method === 'bank_transfer' ? ['received'] : []
  if (order.status === 'cancelled') return ['cancelled', ...refunded]
  const at: [ResentMailKind, Date | null][] = [
    ['confirmed', order.confirmed_at],
    ['shipped', order.shipped_at],
    ['delivered', order.delivered_at],
  ]
  const moved = at.flatMap(([kind, moment]) => (moment ? [kind] : []))
  return [...moved, ...(order.status === 'returned' ? (['returned'] as const) : []), ...refunded]
}
