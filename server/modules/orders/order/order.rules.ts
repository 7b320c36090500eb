import { PICK_UP, type OrderStatus } from '#contract/orders/order.ts'
import { AppError } from '#server/http/errors.ts'
import type { OrderRow } from './order.queries.ts'

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
  order: ConfirmableRow & { serial: string; first_shipped_at?: Date | null },
): OrderStatus {
  if (transition === 'cancel' && isPartlyShipped(order)) {
    const message = `Part of order ${order.serial} has shipped. Refund the items that have not shipped instead`
    throw new AppError(409, 'partly_shipped', message)
  }
  if (canTransition(transition, order.status)) return transitions[transition].to
  throw wrongStatus(order, transitions[transition].done)
}

/** AppError 409 for an action (past participle: `shipped`) that the current status does not allow. */
export function wrongStatus(order: ConfirmableRow & { serial: string }, done: string): AppError {
  const { serial, status } = order
  const state = isToConfirm(order)
    ? 'to be confirmed'
    : awaitsDeposit(order)
      ? 'awaiting its deposit'
      : statusLabels[status]
  const message = `Order ${serial} is ${state} and can’t be ${done}`
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
  deposit_paid: 'Deposit received',
  credit_paid: 'Paid',
  authorized: 'Payment authorised',
  captured: 'Payment taken',
  capture_failed: 'Payment could not be taken',
  captured_elsewhere: 'Payment taken at the payment provider',
  authorization_released: 'Authorised payment released',
  authorization_ended: 'Authorised payment has expired',
  payment_failed: 'Order cancelled because the payment failed',
  payment_refused: 'Payment rejected and refunded',
  payment_unknown: 'Payment status could not be checked',
  payment_closed: 'Checked with the payment provider: nothing outstanding',
  payment_unopened: 'Payment page could not be opened',
  dispute_opened: 'Customer disputes the payment',
  dispute_won: 'Dispute closed: the shop has the money',
  dispute_lost: 'Dispute lost: the customer has the money',
  confirmed: 'Order confirmed',
  shipped: 'Order shipped',
  partly_shipped: 'Part of the order shipped',
  cards_issued: 'Gift cards issued',
  shipment_delivered: 'Package delivered',
  label_cancelled: 'Shipping label cancelled',
  delivery_problem: 'Delivery problem',
  delivered: 'Order delivered',
  ready: 'Ready for pick-up',
  handed_over: 'Handed over at the shop',
  picked_up: 'Order picked up',
  cancelled: 'Order cancelled',
  expired: 'Order cancelled because it was not paid in time',
  unconfirmed: 'Order cancelled because it was not confirmed in time',
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
  edited: 'Order edited',
  edit_undone: 'Edit undone',
  payment_due: 'Amount due',
  refund_withdrawn: 'Refund no longer due',
  payment_method: 'Payment method changed',
  address: 'Address corrected',
  requoted: 'Total changed with the address',
  tracking: 'Tracking corrected',
  note: 'Note',
  message: 'Message',
  emailed: 'Email queued again',
}

/** Whether an order needs no payment any more, because it was cancelled, refunded or returned. */
export const hasEnded = ({ status }: { status: OrderStatus }): boolean =>
  status === 'cancelled' || status === 'refunded' || status === 'returned'

/** What decides how much of an order is left to pay, in minor units. */
type Amounts = Pick<OrderRow, 'total' | 'paid' | 'excess_refunded' | 'authorized'>

/** What is paid of an order and counts for its present total. */
export const settledAmount = ({
  paid,
  excess_refunded: excess,
}: Pick<Amounts, 'paid' | 'excess_refunded'>): number => paid - excess

/** What is paid beyond the present total of an order and was not refunded otherwise, as once it was cancelled. */
export const excessOwed = (order: Omit<Amounts, 'authorized'> & Pick<OrderRow, 'refunded'>): number =>
  Math.max(0, Math.min(order.paid - order.refunded, settledAmount(order) - order.total))

/** What is left to pay of an order. What is authorised is secured, and taken when it ships. */
export const amountDue = (order: Amounts): number =>
  Math.max(0, order.total - settledAmount(order) - order.authorized)

/** What decides whether an order is to confirm. */
type ConfirmableRow = Pick<OrderRow, 'status' | 'payment_method' | 'deposit'>

/**
 * Whether a cash order waits for its customer, or staff, to confirm it. Until then it does not count. One with a deposit waits for
 * that instead, which confirms it. `isOrderToConfirm` is the same in SQL.
 */
export const isToConfirm = ({ status, payment_method: method, deposit }: ConfirmableRow): boolean =>
  status === 'pending' && method === 'cod' && deposit === 0

/** Whether an order waits for the payment of its deposit. */
export const awaitsDeposit = ({ status, deposit }: Pick<OrderRow, 'status' | 'deposit'>): boolean =>
  status === 'pending' && deposit > 0

/** What of an order is paid as its deposit, while its rest is due on delivery; else 0. In minor units. */
export const paidDeposit = (order: Amounts & Pick<OrderRow, 'status' | 'deposit'>): number =>
  order.status === 'pending' || hasEnded(order) || amountDue(order) === 0 ? 0 : order.deposit

type Payable = Amounts & ConfirmableRow & Pick<OrderRow, 'imported_at'>

/** Whether an order was paid before it ships, and is still to be shipped. */
export const isPrepaid = ({ status, payment_method: method, imported_at: imported }: Payable): boolean =>
  status === 'confirmed' && method !== 'cod' && imported === null

/** What a paid order still needs before it ships, because an edit has raised its total. */
export const dueBeforeShipping = (order: Payable): number => (isPrepaid(order) ? amountDue(order) : 0)

/** Whether a customer can pay an order now. */
export const awaitsPayment = (order: Payable): boolean =>
  (order.status === 'pending' && !isToConfirm(order)) || dueBeforeShipping(order) > 0

/** The text of a timeline event, with its note if it has one. */
export const eventText = (kind: string, note: string) => {
  const label = eventLabels[kind] ?? kind
  return note ? `${label}: ${note}` : label
}

/** When an order reached each step of its way; null: not yet. */
interface Moments extends ConfirmableRow {
  shipping_method: string
  ready_at: Date | null
  placed_at: Date
  confirmed_at: Date | null
  shipped_at: Date | null
  delivered_at: Date | null
  closed_at: Date | null
  authorized: number
}

/** The steps of an order as its customer follows them. An order that has ended has no steps ahead. */
export function orderProgress(order: Moments): { name: string; at: Date | null }[] {
  const { status, placed_at, confirmed_at, shipped_at, delivered_at, closed_at } = order
  const paying = order.authorized > 0 ? 'Payment authorised' : 'Paid'
  const way = [
    { name: 'Ordered', at: placed_at },
    ...(isToConfirm(order) ? [{ name: 'Confirmed', at: null }] : []),
    ...(order.deposit > 0 ? [{ name: 'Deposit paid', at: confirmed_at }] : []),
    ...(['cod', 'none'].includes(order.payment_method) ? [] : [{ name: paying, at: confirmed_at }]),
    ...(order.shipping_method === PICK_UP
      ? [
          { name: 'Ready for pick-up', at: order.ready_at ?? delivered_at },
          { name: 'Picked up', at: delivered_at },
        ]
      : [
          { name: 'Shipped', at: shipped_at },
          { name: 'Delivered', at: delivered_at },
        ]),
  ]
  const end = { cancelled: 'Cancelled', returned: 'Returned', refunded: 'Refunded' }[status as string]
  return end === undefined ? way : [...way.filter(({ at }) => at !== null), { name: end, at: closed_at }]
}
