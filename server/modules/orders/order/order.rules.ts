import type { OrderStatus } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'

/** The transitions of an order's status. A trigger of the database enforces the same table. */
const transitions = {
  confirm: { from: ['pending'], to: 'confirmed', done: 'confirmed' },
  ship: { from: ['confirmed'], to: 'shipped', done: 'shipped' },
  deliver: { from: ['shipped'], to: 'delivered', done: 'delivered' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled', done: 'cancelled' },
  return: { from: ['shipped', 'delivered'], to: 'returned', done: 'returned' },
  refund: { from: ['confirmed', 'shipped', 'delivered', 'returned'], to: 'refunded', done: 'refunded' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus; done: string }>

export type Transition = keyof typeof transitions

/** Returns the status after a transition. AppError 409 `wrong_status` if the current one does not allow it. */
export function requireTransition(
  transition: Transition,
  order: { serial: string; status: OrderStatus; first_shipped_at?: Date | null },
): OrderStatus {
  if (transition === 'cancel' && isPartlyShipped(order)) {
    const message = `Part of order ${order.serial} has shipped. Refund the items that have not shipped instead`
    throw new AppError(409, 'partly_shipped', message)
  }
  if (canTransition(transition, order.status)) return transitions[transition].to
  throw wrongStatus(order, transitions[transition].done)
}

/** AppError 409 for an action (past participle: `shipped`) that the current status does not allow. */
export function wrongStatus(
  { serial, status }: { serial: string; status: OrderStatus },
  done: string,
): AppError {
  const message = `Order ${serial} is ${statusLabels[status]} and can’t be ${done}`
  return new AppError(409, status === 'cancelled' ? 'already_cancelled' : 'wrong_status', message)
}

/** Whether some units of an order are on their way and others not yet. */
export const isPartlyShipped = ({
  status,
  first_shipped_at: first,
}: {
  status: OrderStatus
  first_shipped_at?: Date | null
}) => status === 'confirmed' && first !== null && first !== undefined

export const canCancel = (order: { status: OrderStatus; first_shipped_at: Date | null }) =>
  canTransition('cancel', order.status) && !isPartlyShipped(order)

export function canTransition(transition: Transition, status: OrderStatus): boolean {
  const from: readonly OrderStatus[] = transitions[transition].from
  return from.includes(status)
}

const statusLabels: Record<OrderStatus, string> = {
  pending: 'awaiting payment',
  confirmed: 'confirmed',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
  refunded: 'refunded',
  returned: 'returned',
}

const eventLabels: Record<string, string> = {
  placed: 'Order placed',
  imported: 'Imported from another shop',
  paid: 'Payment received',
  payment_failed: 'Order cancelled because the payment failed',
  payment_refused: 'Payment rejected and refunded',
  payment_unknown: 'Payment status could not be checked',
  payment_closed: 'Checked with the payment provider: nothing outstanding',
  payment_unopened: 'Payment page could not be opened',
  confirmed: 'Order confirmed',
  shipped: 'Order shipped',
  partly_shipped: 'Part of the order shipped',
  shipment_delivered: 'Package delivered',
  delivered: 'Order delivered',
  cancelled: 'Order cancelled',
  expired: 'Order cancelled because it was not paid in time',
  refunded: 'Refund issued',
  refund_failed: 'Refund failed',
  refund_sent: 'Refund sent another way',
  returned: 'Order returned',
  return_requested: 'Return requested',
  withdrawn: 'Withdrawal received',
  held: 'Put on hold',
  released: 'Released from hold',
  withdrawn_cancelled: 'Withdrawn items cancelled',
  return_approved: 'Return approved',
  return_received: 'Returned items received',
  return_refunded: 'Return refunded',
  return_refused: 'Return refused',
  edited: 'Items changed',
  payment_method: 'Payment method changed',
  address: 'Address corrected',
  requoted: 'Total changed with the address',
  tracking: 'Tracking corrected',
  note: 'Note',
  message: 'Message',
  emailed: 'Email queued again',
}

/** The text of a timeline event, with its note if it has one. */
export const eventText = (kind: string, note: string) => {
  const label = eventLabels[kind] ?? kind
  return note ? `${label}: ${note}` : label
}

/** When an order reached each step of its way; null: not yet. */
interface Moments {
  status: OrderStatus
  payment_method: string
  placed_at: Date
  confirmed_at: Date | null
  shipped_at: Date | null
  delivered_at: Date | null
  closed_at: Date | null
}

/** The steps of an order as its customer follows them. An order that has ended has no steps ahead. */
export function orderProgress(order: Moments): { name: string; at: Date | null }[] {
  const { status, placed_at, confirmed_at, shipped_at, delivered_at, closed_at } = order
  const way = [
    { name: 'Ordered', at: placed_at },
    ...(['cod', 'none'].includes(order.payment_method) ? [] : [{ name: 'Paid', at: confirmed_at }]),
    { name: 'Shipped', at: shipped_at },
    { name: 'Delivered', at: delivered_at },
  ]
  const end = { cancelled: 'Cancelled', returned: 'Returned', refunded: 'Refunded' }[status as string]
  return end === undefined ? way : [...way.filter(({ at }) => at !== null), { name: end, at: closed_at }]
}
