import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { emailCustomer, type EmailContext } from '../emails/order-email.ts'
import { cancelOrder, confirmOrder, deliverOrder, returnOrder } from '../order/order-state.writes.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { lockOrderByNumber, type OrderRow } from '../order/order.queries.ts'
import { isPartlyShipped, wrongStatus } from '../order/order.rules.ts'
import { listShipments, listShippableLines, shipmentNotFound } from '../shipments/shipment.queries.ts'
import { planShipment, type ShippedLine } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipment.writes.ts'
import { deliverShipment, shipLines } from '../shipments/ship-order.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { addPaidAmount } from '../order/order.writes.ts'
import { payWaiting } from '../payments/payment.writes.ts'
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
  const order = await lockOrderByNumber(tx, write.shopId, number)
  requireManualConfirmation(order)
  await Promise.all([
    recordManualPayment(tx, write, order.id),
    confirmOrder(tx, write, order),
    emailCustomer(tx, email, { orderId: order.id, kind: 'confirmed' }),
  ])
  later(tx, recordTransition(tx, write, order, { status: 'confirmed' }))
  return 'confirmed'
}

/** Ships all that is left of an order. AppError 404, 409 `wrong_status` or `nothing_left_to_ship`. */
export async function shipAsStaff(
  tx: Transaction,
  action: StaffAction,
  shipment: Shipment,
): Promise<OrderStatus> {
  return (await shipLinesAsStaff(tx, action, shipment)).status
}

/** Ships the given lines of an order, or all that is left. AppError 404, and as `planShipment`. */
export async function shipLinesAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
  shipment: Shipment,
  wanted?: readonly ShippedLine[],
): Promise<{ id: number; status: OrderStatus }> {
  const [order, rows] = await Promise.all([
    lockOrderByNumber(tx, write.shopId, number),
    listShippableLines(tx, write.shopId, number),
  ])
  const plan = planShipment(order, rows, wanted)
  const items = plan.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')
  const [id] = await Promise.all([
    shipLines(tx, write, order, shipment, plan),
    emailCustomer(tx, email, {
      orderId: order.id,
      kind: plan.isLast ? 'shipped' : 'partly_shipped',
      // One email per shipment: each begins after another number of units.
      ...(plan.isPart && {
        instance: `after-${plan.shippedBefore}`,
        details: [`In this package: ${items}.`],
      }),
    }),
  ])
  const { carrier, tracking, tracking_url: trackingUrl } = order
  const before = { ...order, carrier, tracking, trackingUrl }
  const after = { status: plan.isLast ? ('shipped' as const) : order.status, ...shipment }
  later(tx, recordTransition(tx, write, before, { ...after, ...(plan.isPart && { shipped: items }) }))
  return { id, status: after.status }
}

/** Marks a shipment as delivered, and the order with its last one. AppError 404, 409 `wrong_status`. */
export async function deliverShipmentAsStaff(
  tx: Transaction,
  action: StaffAction,
  shipmentId: number,
): Promise<OrderStatus> {
  const { write, number } = action
  const order = await lockOrderByNumber(tx, write.shopId, number)
  const shipments = await listShipments(tx, write.shopId, order.id)
  const shipment = shipments.find(({ id }) => id === shipmentId)
  if (!shipment) throw shipmentNotFound()
  const isOpen = order.status === 'shipped' || isPartlyShipped(order)
  if (!isOpen || shipment.delivered_at !== null) throw wrongStatus(order, 'marked as delivered again')
  const isLast = shipments.every(({ id, delivered_at: at }) => id === shipmentId || at !== null)
  if (isLast && order.status === 'shipped') return deliverAsStaff(tx, action)
  later(tx, deliverShipment(tx, write, order.id, shipmentId))
  const { carrier, tracking } = shipment
  const delivered = [`#${shipments.indexOf(shipment) + 1}`, carrier, tracking].filter(Boolean).join(' ')
  later(tx, recordTransition(tx, write, order, { status: order.status, delivered }))
  return order.status
}

/** Delivers an order; cash on delivery is paid now. AppError 404, 409 `wrong_status` or `on_hold`. */
export async function deliverAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.shopId, number)
  requireNotHeld(order)
  await Promise.all([
    deliverOrder(tx, write, order),
    recordManualPayment(tx, write, order.id),
    emailCustomer(tx, email, { orderId: order.id, kind: 'delivered' }),
  ])
  later(tx, recordTransition(tx, write, order, { status: 'delivered' }))
  return 'delivered'
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
  const order = await lockOrderByNumber(tx, write.shopId, number)
  const event = { kind: 'cancelled', note: reason, isPublic: true }
  await Promise.all([
    cancelOrder(tx, write, order, event, { restock }),
    emailCustomer(tx, email, { orderId: order.id, kind: 'cancelled', details: reasonDetails(reason) }),
  ])
  const wasSold = order.status !== 'pending'
  later(tx, recordTransition(tx, write, order, { status: 'cancelled', reason, ...(wasSold && { restock }) }))
  return 'cancelled'
}

/** Marks an order as returned. AppError 404, 409 `wrong_status`. */
export async function returnAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
  ending: Ending,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.shopId, number)
  const details = reasonDetails(ending.reason)
  await Promise.all([
    returnOrder(tx, write, order, ending),
    emailCustomer(tx, email, { orderId: order.id, kind: 'returned', details }),
  ])
  later(tx, recordTransition(tx, write, order, { status: 'returned', ...ending }))
  return 'returned'
}

const reasonDetails = (reason: string) => (reason ? [`Reason: ${reason}`] : [])

/** Records that the waiting payment of a locked order has arrived. Does nothing if none is waiting. */
export async function recordManualPayment(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  orderId: number,
): Promise<void> {
  const amount = await payWaiting(tx, shopId, orderId)
  if (amount === 0) return
  await Promise.all([
    addPaidAmount(tx, shopId, orderId, amount),
    addEvent(tx, shopId, orderId, actor, { kind: 'paid', isPublic: true }),
  ])
}

type AfterTransition = { status: OrderStatus } & Partial<
  Shipment & Ending & { shipped: string; delivered: string }
>

async function recordTransition(
  tx: Transaction,
  write: WriteContext,
  { id, status, ...before }: Pick<OrderRow, 'id' | 'status'> & Partial<Shipment>,
  { reason, ...after }: AfterTransition,
): Promise<void> {
  const { carrier = '', tracking = '', trackingUrl = '' } = before
  await record(tx, {
    ...write,
    action: 'update',
    subject: 'order',
    subjectId: id,
    before: { status, carrier, tracking, trackingUrl },
    after: { ...after, ...(reason && { reason }) },
  })
}
