import type { OrderStatus } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { addPaidAmount, markLatestPaymentPaid } from '#server/modules/payment-ledger/index.ts'
import { emailCustomer, type EmailContext } from '../emails/order-email.ts'
import {
  cancelOrder,
  confirmOrder,
  deliverOrder,
  returnOrder,
  shipOrder,
  type Shipment,
} from '../orders/order-state.writes.ts'
import { lockOrderByNumber, type OrderRow } from '../orders/order.queries.ts'
import { addEvent } from '../orders/order.writes.ts'
import { requireManualConfirmation } from './admin-order.rules.ts'

/** An action of staff on an order. */
export interface StaffAction {
  write: WriteContext
  email: EmailContext
  number: string
}

// Each action locks the order first, so a second staff member with the same action gets a 409. The audit entry and the
// customer's email belong to the same transaction.

/** Confirms an order whose bank transfer has arrived. AppError 404, 409 `wrong_status` or `not_manual`. */
export async function confirmAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  requireManualConfirmation(order)
  await recordManualPayment(tx, write, order.id)
  await confirmOrder(tx, write, order.id)
  await emailCustomer(tx, email, { orderId: order.id, kind: 'confirmed' })
  return recordTransition(tx, write, order, { status: 'confirmed' })
}

/** Ships an order. AppError 404, 409 `wrong_status`. */
export async function shipAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
  shipment: Shipment,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await shipOrder(tx, write, order.id, shipment)
  await emailCustomer(tx, email, { orderId: order.id, kind: 'shipped' })
  const { carrier, tracking, tracking_url: trackingUrl } = order
  const before = { ...order, carrier, tracking, trackingUrl }
  return recordTransition(tx, write, before, { status: 'shipped', ...shipment })
}

/** Delivers an order; cash on delivery is paid now. AppError 404, 409 `wrong_status`. */
export async function deliverAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await deliverOrder(tx, write, order.id)
  await recordManualPayment(tx, write, order.id)
  await emailCustomer(tx, email, { orderId: order.id, kind: 'delivered' })
  return recordTransition(tx, write, order, { status: 'delivered' })
}

interface Ending {
  /** Shown to the customer. */
  reason: string
  restock: boolean
}

/** Cancels an order. AppError 404, 409 `wrong_status`. */
export async function cancelAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
  { reason, restock }: Ending,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  const event = { kind: 'cancelled', note: reason, isPublic: true }
  await cancelOrder(tx, write, order.id, event, { restock })
  await emailCustomer(tx, email, { orderId: order.id, kind: 'cancelled', details: reasonDetails(reason) })
  const wasSold = order.status !== 'pending'
  return recordTransition(tx, write, order, { status: 'cancelled', reason, ...(wasSold && { restock }) })
}

/** Marks an order as returned. AppError 404, 409 `wrong_status`. */
export async function returnAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
  ending: Ending,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await returnOrder(tx, write, order.id, ending)
  const details = reasonDetails(ending.reason)
  await emailCustomer(tx, email, { orderId: order.id, kind: 'returned', details })
  return recordTransition(tx, write, order, { status: 'returned', ...ending })
}

const reasonDetails = (reason: string) => (reason ? [`Reason: ${reason}`] : [])

/** Records that the waiting payment of a locked order has arrived. Does nothing if none is waiting. */
async function recordManualPayment(
  tx: Transaction,
  { configId, actor }: WriteContext,
  orderId: number,
): Promise<void> {
  const amount = await markLatestPaymentPaid(tx, configId, orderId)
  if (amount === undefined) return
  await addPaidAmount(tx, configId, orderId, amount)
  await addEvent(tx, configId, orderId, actor, { kind: 'paid', isPublic: true })
}

type AfterTransition = { status: OrderStatus } & Partial<Shipment & Ending>

async function recordTransition(
  tx: Transaction,
  write: WriteContext,
  { id, status, ...before }: Pick<OrderRow, 'id' | 'status'> & Partial<Shipment>,
  { reason, ...after }: AfterTransition,
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
