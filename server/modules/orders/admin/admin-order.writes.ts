import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import { withoutWaiting } from '#server/db/pipelining.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { latestPaymentPaid } from '#server/modules/payment-ledger/index.ts'
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
  recordManualPayment(tx, write, order.id)
  await Promise.all([
    confirmOrder(tx, write, order),
    emailCustomer(tx, email, { orderId: order.id, kind: 'confirmed' }),
  ])
  return recordTransition(tx, write, order, { status: 'confirmed' })
}

/** Ships an order. AppError 404, 409 `wrong_status`. */
export async function shipAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
  shipment: Shipment,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.configId, number)
  await Promise.all([
    shipOrder(tx, write, order, shipment),
    emailCustomer(tx, email, { orderId: order.id, kind: 'shipped' }),
  ])
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
  deliverOrder(tx, write, order)
  recordManualPayment(tx, write, order.id)
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
  await Promise.all([
    cancelOrder(tx, write, order, event, { restock }),
    emailCustomer(tx, email, { orderId: order.id, kind: 'cancelled', details: reasonDetails(reason) }),
  ])
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
  const details = reasonDetails(ending.reason)
  await Promise.all([
    returnOrder(tx, write, order, ending),
    emailCustomer(tx, email, { orderId: order.id, kind: 'returned', details }),
  ])
  return recordTransition(tx, write, order, { status: 'returned', ...ending })
}

const reasonDetails = (reason: string) => (reason ? [`Reason: ${reason}`] : [])

/** Records that the waiting payment of a locked order has arrived. Does nothing if none is waiting. */
function recordManualPayment(tx: Transaction, { configId, actor }: WriteContext, orderId: number): void {
  withoutWaiting(
    sql`
    with ${latestPaymentPaid(configId, orderId)}
    insert into order_event (config_id, order_id, kind, actor_id, actor_name, is_public)
    select ${configId}, ${orderId}, 'paid', ${actor.id}::integer, ${actor.name}, true from paid_payment`.execute(
      tx,
    ),
  )
}

type AfterTransition = { status: OrderStatus } & Partial<Shipment & Ending>

function recordTransition(
  tx: Transaction,
  write: WriteContext,
  { id, status, ...before }: Pick<OrderRow, 'id' | 'status'> & Partial<Shipment>,
  { reason, ...after }: AfterTransition,
): OrderStatus {
  const { carrier = '', tracking = '', trackingUrl = '' } = before
  record(tx, {
    ...write,
    action: 'update',
    subject: 'order',
    subjectId: id,
    before: { status, carrier, tracking, trackingUrl },
    after: { ...after, ...(reason && { reason }) },
  })
  return after.status
}
