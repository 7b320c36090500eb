import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { confirmPaidOrder } from '../credit/sell-gift-cards.writes.ts'
import { emailCustomer, type EmailContext } from '../emails/order-email.ts'
import { cancelOrder, deliverOrder, returnOrder } from '../order/order-state.writes.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { requireNotHeld } from '../hold/hold.rules.ts'
import { requireCaptured } from '../captures/capture.rules.ts'
import { listOrderLines, lockOrderByNumber, type OrderRow } from '../order/order.queries.ts'
import { isPartlyShipped, isToConfirm, wrongStatus } from '../order/order.rules.ts'
import {
  findExpectedDay,
  listShipments,
  listShippableLines,
  shipmentNotFound,
} from '../shipments/shipment.queries.ts'
import { planShipment, type ShippedLine } from '../shipments/shipment.rules.ts'
import type { Shipment } from '../shipments/shipment.writes.ts'
import { deliverShipment, shipLines } from '../shipments/ship-order.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { addPaidAmount } from '../order/order.writes.ts'
import { payWaiting } from '../payments/payment.writes.ts'
import { handOver } from './pick-up.writes.ts'
import { requireManualConfirmation, requirePaid, requireShippable } from './admin-order.rules.ts'

/** An action of staff on an order. */
export interface StaffAction {
  write: WriteContext
  email: EmailContext
  number: string
}

// Each action locks the order first, so a second staff member with the same action gets a 409. The audit entry and the
// customer's email belong to the same transaction.

/** Confirms an order whose bank transfer has arrived, or a cash order in place of its customer. AppError 404, 409 `wrong_status` or `not_manual`. */
export async function confirmAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.shopId, number)
  requireManualConfirmation(order)
  await Promise.all([
    // Cash is paid to the courier.
    isToConfirm(order) || recordManualPayment(tx, write, order.id),
    confirmPaidOrder(tx, write, email.services.keyedHash, order),
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

/** Ships the given lines of an order, or all that is left. AppErrors 404, of `requireShippable` and of `planShipment`. */
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
  requireShippable(order, email.shop.locale)
  const plan = planShipment(order, rows, wanted)
  if (order.authorized > 0) requireCaptured(order, await listOrderLines(tx, write.shopId, order.id), plan)
  const expectedBefore = order.first_shipped_at ? await findExpectedDay(tx, write.shopId, order.id) : null
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
  const before = { ...order, carrier, tracking, trackingUrl, expectedOn: expectedBefore }
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

/** Delivers an order, or hands it over at the shop; cash on delivery is paid now. AppError 404, 409 `wrong_status` or `on_hold`. */
export async function deliverAsStaff(
  tx: Transaction,
  { write, email, number }: StaffAction,
): Promise<OrderStatus> {
  const order = await lockOrderByNumber(tx, write.shopId, number)
  requireNotHeld(order)
  const isHandedOver = isPickUp(order) && order.status === 'confirmed'
  if (isHandedOver) requirePaid(order, email.shop.locale)
  await Promise.all([
    isHandedOver ? handOver(tx, write, order) : deliverOrder(tx, write, order),
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
  const cancel = () => cancelOrder(tx, write, order, event, { restock })
  const notify = () =>
    emailCustomer(tx, email, { orderId: order.id, kind: 'cancelled', details: reasonDetails(reason) })
  // The email says what is back on gift cards, so it is written after a refund.
  if (order.paid > 0) await cancel().then(notify)
  else await Promise.all([cancel(), notify()])
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
  const { carrier = '', tracking = '', trackingUrl = '', expectedOn = null } = before
  await record(tx, {
    ...write,
    action: 'update',
    subject: 'order',
    subjectId: id,
    before: { status, carrier, tracking, trackingUrl, expectedOn },
    after: { ...after, ...(reason && { reason }) },
  })
}
