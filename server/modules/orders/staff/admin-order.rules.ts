import type { ResentEmailKind } from '#contract/orders/order-emails.ts'
import type { OrderAction } from '#contract/orders/order-actions.ts'
import { AppError } from '#server/http/errors.ts'
import { formatMoney } from '#server/modules/pricing/index.ts'
import { transferMethods } from '../payments/payment-method.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import {
  awaitsDeposit,
  canCancel,
  canTransition,
  dueBeforeShipping,
  isPartlyShipped,
  isToConfirm,
  wrongStatus,
} from '../order/order.rules.ts'

/** Staff confirm bank transfers and UPI; a provider confirms its own payments. */
const isConfirmedByStaff = ({ payment_method: method }: OrderRow) => transferMethods.includes(method)

/** The address of a pick-up is that of the shop. */
const canCorrectAddress = (order: OrderRow) =>
  !isPickUp(order) &&
  (order.status === 'pending' || (order.status === 'confirmed' && !isPartlyShipped(order)))

const canCorrectTracking = (order: OrderRow) =>
  !isPickUp(order) && (order.status === 'shipped' || order.status === 'delivered' || isPartlyShipped(order))

/** A packed order waits for its customer from then on. */
export const canGetReady = (order: OrderRow) =>
  isPickUp(order) && order.status === 'confirmed' && order.ready_at === null

/** Items, discount and delivery change as long as nothing has shipped and no item was refunded. */
export const canEdit = (order: OrderRow) =>
  order.imported_at === null &&
  !isPartlyShipped(order) &&
  order.refunded === order.excess_refunded &&
  !awaitsDeposit(order) &&
  (order.status === 'pending' || order.status === 'confirmed')

/** The actions that staff can take on an order now. */
export function actionsFor(order: OrderRow): OrderAction[] {
  const { status } = order
  const isHeld = order.held_at !== null
  const due = dueBeforeShipping(order)
  const allowed: Record<OrderAction, boolean> = {
    confirm: canTransition('confirm', status) && (isConfirmedByStaff(order) || isToConfirm(order)),
    fulfil: canTransition('ship', status) && !isHeld && !isPickUp(order) && due === 0,
    ready: canGetReady(order) && !isHeld && due === 0,
    deliver:
      canTransition('deliver', status) ||
      (isPickUp(order) && canTransition('ship', status) && !isHeld && due === 0),
    cancel: canCancel(order),
    // The total of an order that was partly shipped and is not paid cannot change.
    cancelWithdrawn: isHeld && (order.paid > 0 || !isPartlyShipped(order)),
    release: isHeld,
    return: canTransition('return', status),
    refund: order.paid > order.refunded && !isHeld && due === 0,
    restock: ['confirmed', 'shipped', 'delivered'].includes(status),
    edit: canEdit(order) && !isHeld,
    markPaid: due > 0,
    correct: canCorrectAddress(order),
    track: canCorrectTracking(order),
  }
  return (Object.keys(allowed) as OrderAction[]).filter((action) => allowed[action])
}

/** Refuses to ship a pick-up order, or one with something due. AppError 409 `picked_up_here` or `amount_due`. */
export function requireShippable(order: OrderRow, locale: string): void {
  if (isPickUp(order)) {
    const message = `Order ${order.serial} is picked up at the shop. Mark it as ready, or as picked up`
    throw new AppError(409, 'picked_up_here', message)
  }
  requirePaid(order, locale)
}

/** AppError 409 `amount_due` if an edit has raised the total of a paid order, and the customer has not paid the difference. */
export function requirePaid(order: OrderRow, locale: string): void {
  const due = dueBeforeShipping(order)
  if (due === 0) return
  const message = `${formatMoney(due, order.currency, locale)} of order ${order.serial} is not paid yet. Mark it as paid, or undo the edit`
  throw new AppError(409, 'amount_due', message)
}

/** AppError 409 `not_manual` if a provider confirms the payment of a pending order. */
export function requireManualConfirmation(order: OrderRow): void {
  if (order.status !== 'pending' || isConfirmedByStaff(order) || isToConfirm(order)) return
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
  if (isToConfirm(order)) return ['to_confirm']
  if (order.status === 'pending') return isConfirmedByStaff(order) ? ['received'] : []
  if (order.status === 'cancelled') return ['cancelled', ...refundEmails]
  const milestones: (readonly [ResentEmailKind, Date | null])[] = [
    ['confirmed', order.confirmed_at],
    ...(isPickUp(order)
      ? ([['ready', order.delivered_at ? null : order.ready_at]] as const)
      : ([['shipped', order.shipped_at]] as const)),
    ['delivered', order.delivered_at],
  ]
  const reached = milestones.flatMap(([kind, moment]) => (moment ? [kind] : []))
  return [...reached, ...(order.status === 'returned' ? (['returned'] as const) : []), ...refundEmails]
}
