import type { OrderStatus } from '#contract/order.ts'
import { AppError } from '#server/http/errors.ts'

/** What can be done with an order: in which states, and what it becomes. The database holds the same table. */
const moves = {
  confirm: { from: ['pending'], to: 'confirmed', done: 'confirmed' },
  ship: { from: ['confirmed'], to: 'shipped', done: 'shipped' },
  deliver: { from: ['shipped'], to: 'delivered', done: 'delivered' },
  cancel: { from: ['pending', 'confirmed'], to: 'cancelled', done: 'cancelled' },
  return: { from: ['shipped', 'delivered'], to: 'returned', done: 'taken back' },
  refund: { from: ['confirmed', 'shipped', 'delivered', 'returned'], to: 'refunded', done: 'refunded' },
} as const satisfies Record<string, { from: readonly OrderStatus[]; to: OrderStatus; done: string }>

export type Move = keyof typeof moves

/** What an order in this state becomes. AppError 409 `wrong_status` where the move is not open to it. */
export function requireMove(
  move: Move,
  { number, status }: { number: string; status: OrderStatus },
): OrderStatus {
  if (canMove(move, status)) return moves[move].to
  throw wrongStatus({ number, status }, moves[move].done)
}

/** AppError 409 that says what cannot be done any more, or not yet: `shipped`. */
export function wrongStatus(
  { number, status }: { number: string; status: OrderStatus },
  done: string,
): AppError {
  const message = `Order ${number} is ${statusWords[status]} and cannot be ${done}`
  return new AppError(409, status === 'cancelled' ? 'already_cancelled' : 'wrong_status', message)
}

export function canMove(move: Move, status: OrderStatus): boolean {
  const from: readonly OrderStatus[] = moves[move].from
  return from.includes(status)
}

/** As people say it. */
const statusWords: Record<OrderStatus, string> = {
  pending: 'waiting for payment',
  confirmed: 'confirmed',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
  refunded: 'refunded',
  returned: 'returned',
}

/** What happened, for the timeline; a note may say more. */
const eventWords: Record<string, string> = {
  placed: 'Order placed',
  paid: 'Payment received',
  payment_failed: 'Order cancelled, because the payment failed',
  payment_refused: 'Payment not accepted and sent back',
  payment_unknown: 'Nobody could be asked whether it is paid',
  payment_closed: 'Looked at the payment provider: nothing of this order is left there',
  payment_unopened: 'The page to pay on could not be opened',
  confirmed: 'Order confirmed',
  shipped: 'Order shipped',
  delivered: 'Order delivered',
  cancelled: 'Order cancelled',
  expired: 'Order cancelled, because it was not paid in time',
  refunded: 'Money paid back',
  refund_failed: 'Money could not be paid back',
  refund_sent: 'Money paid back another way',
  returned: 'Order returned',
  address: 'Address corrected',
  parcel: 'Tracking corrected',
  note: 'Note',
  message: 'Message',
  mailed: 'Mail sent again',
}

export const wordsOfEvent = (kind: string, note: string) => {
  const words = eventWords[kind] ?? kind
  return note ? `${words}: ${note}` : words
}
