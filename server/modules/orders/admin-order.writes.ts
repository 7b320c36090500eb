import type { OrderStatus } from '#contract/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/journal/index.ts'
import { requireConfirmedByHand } from './admin-order.rules.ts'
import {
  cancelOrder,
  confirmOrder,
  deliverOrder,
  returnOrder,
  shipOrder,
  type Parcel,
} from './move.writes.ts'
import { mailCustomer, type MailContext } from './order-mail.ts'
import { lockOrderByNumber, type OrderRow } from './order.queries.ts'
import { receiveMoney } from './receive-money.ts'

/** What staff does with an order by its number: under whose name, and who is told. */
export interface Hand {
  write: WriteContext
  mail: MailContext
  number: string
}

// Each locks the order first, so that of two who do the same the second hears that it is done. What was done stays in the
// journal, and the customer is mailed, in the same transaction.

/** The money of a transfer has arrived. AppError 404, 409 `wrong_status` or `not_by_hand`. */
export async function confirmByHand(tx: Transaction, { write, mail, number }: Hand): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  requireConfirmedByHand(order)
  await receiveMoney(tx, write, order)
  await confirmOrder(tx, write, order.id)
  await mailCustomer(tx, mail, { orderId: order.id, kind: 'confirmed' })
  return noteMove(tx, write, order, { status: 'confirmed' })
}

/** The parcel has left the house. AppError 404, 409 `wrong_status`. */
export async function shipByHand(
  tx: Transaction,
  { write, mail, number }: Hand,
  parcel: Parcel,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await shipOrder(tx, write, order.id, parcel)
  await mailCustomer(tx, mail, { orderId: order.id, kind: 'shipped' })
  const { carrier, tracking, tracking_url: trackingUrl } = order
  return noteMove(tx, write, { ...order, carrier, tracking, trackingUrl }, { status: 'shipped', ...parcel })
}

/** The parcel has arrived, and what was to be paid at the door is paid. AppError 404, 409 `wrong_status`. */
export async function deliverByHand(tx: Transaction, { write, mail, number }: Hand): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await deliverOrder(tx, write, order.id)
  await receiveMoney(tx, write, order)
  await mailCustomer(tx, mail, { orderId: order.id, kind: 'delivered' })
  return noteMove(tx, write, order, { status: 'delivered' })
}

interface Ending {
  /** The customer reads it. */
  reason: string
  restock: boolean
}

/** It will not be sent. AppError 404, 409 `wrong_status`. */
export async function cancelByHand(
  tx: Transaction,
  { write, mail, number }: Hand,
  { reason, restock }: Ending,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  const event = { kind: 'cancelled', note: reason, isPublic: true }
  await cancelOrder(tx, write, order.id, event, { restock })
  const more = reason ? [`Why: ${reason}`] : []
  await mailCustomer(tx, mail, { orderId: order.id, kind: 'cancelled', more })
  const wasSold = order.status !== 'pending'
  return noteMove(tx, write, order, { status: 'cancelled', reason, ...(wasSold && { restock }) })
}

/** The parcel has come back. AppError 404, 409 `wrong_status`. */
export async function takeBack(
  tx: Transaction,
  { write, mail, number }: Hand,
  ending: Ending,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await returnOrder(tx, write, order.id, ending)
  const more = ending.reason ? [`Why: ${ending.reason}`] : []
  await mailCustomer(tx, mail, { orderId: order.id, kind: 'returned', more })
  return noteMove(tx, write, order, { status: 'returned', ...ending })
}

type Moved = { status: OrderStatus } & Partial<Parcel & Ending>

async function noteMove(
  tx: Transaction,
  write: WriteContext,
  { id, status, ...before }: Pick<OrderRow, 'id' | 'status'> & Partial<Parcel>,
  { reason, ...after }: Moved,
): Promise<OrderStatus> {
  const { carrier = '', tracking = '', trackingUrl = '' } = before
  await record(tx, {
    ...write,
    action: 'update',
    subject: 'order',
    subjectId: id,
    before: { status, carrier, tracking, trackingUrl },
    after: { ...after, ...(reason && { reason }) },
  })
  return after.status
}
