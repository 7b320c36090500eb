import type { ResentEmailKind } from '#contract/orders/admin-order.ts'
import type { OrderAction } from '#contract/orders/order-actions.ts'
import { AppError } from '#server/http/errors.ts'
import { transferMethods } from '../payments/payment-method.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { canCancel, canTransition, isPartlyShipped, wrongStatus } from '../order/order.rules.ts'

/** Staff confirm bank transfers and UPI; a provider confirms its own payments. */
const isConfirmedByStaff = ({ payment_method: method }: OrderRow) => transferMethods.includes(method)

const canCorrectAddress = (order: OrderRow) =>
  order.status === 'pending' || (order.status === 'confirmed' && !isPartlyShipped(order))

const canCorrectTracking = (order: OrderRow) =>
  order.status === 'shipped' || order.status === 'delivered' || isPartlyShipped(order)

/** Items change as long as nothing is paid or sent. An unpaid order that is confirmed is paid on delivery. */
export const canEditItems = (order: OrderRow) =>
  order.paid === 0 &&
  order.imported_at === null &&
  !isPartlyShipped(order) &&
  (order.status === 'pending' || (order.status === 'confirmed' && order.payment_method === 'cod'))

/** The actions that staff can take on an order now. */
export function actionsFor(order: OrderRow): OrderAction[] {
  const { status } = order
  const isHeld = order.held_at !== null
  const allowed: Record<OrderAction, boolean> = {
    confirm: canTransition('confirm', status) && isConfirmedByStaff(order),
    fulfil: canTransition('ship', status) && !isHeld,
    deliver: canTransition('deliver', status),
    cancel: canCancel(order),
    // The total of an order that was partly shipped and is not paid cannot change.
    cancelWithdrawn: isHeld && (order.paid > 0 || !isPartlyShipped(order)),
    release: isHeld,
    return: canTransition('return', status),
    refund: order.paid > order.refunded && !isHeld,
    restock: ['confirmed', 'shipped', 'delivered'].includes(status),
    edit: canEditItems(order) && !isHeld,
    correct: canCorrectAddress(order),
    track: canCorrectTracking(order),
  }
  return (Object.keys(allowed) as OrderAction[]).filter((action) => allowed[action])
}

/** AppError 409 `not_manual` if a provider confirms the payment of a pending order. */
export function requireManualConfirmation(order: OrderRow): void {
  if (order.status !== 'pending' || isConfirmedByStaff(order)) return
  const message = `Order ${order.serial} is confirmed by its payment provider as soon as it is paid`
  throw new AppError(409, 'not_manual', message)
}

/** AppError 409 `wrong_status` if it is too late, or too early, for a correction. */
export function requireCorrectable(order: OrderRow, fields: { address: boolean; tracking: boolean }): void {
  if (fields.address && !canCorrectAddress(order)) throw wrongStatus(order, 'sent to another address')
  if (fields.tracking && !canCorrectTracking(order)) throw wrongStatus(order, 'tracked')
}

/** The emails that fit the state of an order and can be sent again. `refunded`: minor units refunded so far. */
export function resendableEmails(order: OrderRow, refunded: number): ResentEmailKind[] {
  if (order.email === '') return []
  const refundEmails: ResentEmailKind[] = refunded > 0 ? ['refunded'] : []
  if (order.status === 'pending') return isConfirmedByStaff(order) ? ['received'] : []
  if (order.status === 'cancelled') return ['cancelled', ...refundEmails]
  const milestones: [ResentEmailKind, Date | null][] = [
    ['confirmed', order.confirmed_at],
    ['shipped', order.shipped_at],
    ['delivered', order.delivered_at],
  ]
  const reached = milestones.flatMap(([kind, moment]) => (moment ? [kind] : []))
  return [...reached, ...(order.status === 'returned' ? (['returned'] as const) : []), ...refundEmails]
}
