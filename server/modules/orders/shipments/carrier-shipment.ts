import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { isPartlyShipped } from '../order/order.rules.ts'
import { updateOrder } from '../order/order.writes.ts'
import { deliverShipmentAsStaff, type StaffAction } from '../staff/admin-order.writes.ts'
import { listShipments } from './shipment.queries.ts'
import { setTracking, type Tracking } from './shipment.writes.ts'

// What a carrier does to the shipments of an order. The caller has locked the order.

/** Gives a shipment the tracking of its label, or takes it away with a label that was cancelled. */
export async function trackShipment(
  tx: Transaction,
  { shopId }: WriteContext,
  { orderId, shipmentId }: { orderId: number; shipmentId: number },
  shipment: Tracking,
): Promise<void> {
  const isLatest = (await listShipments(tx, shopId, orderId)).at(-1)?.id === shipmentId
  const { carrier, tracking, trackingUrl } = shipment
  await Promise.all([
    setTracking(tx, shopId, shipmentId, shipment),
    isLatest && updateOrder(tx, shopId, orderId, { carrier, tracking, tracking_url: trackingUrl }),
  ])
}

/** Records that the label of a shipment was given back, and that the shipment has no tracking any more. */
export async function noteCancelledLabel(
  tx: Transaction,
  write: WriteContext,
  { orderId, shipmentId, label }: { orderId: number; shipmentId: number | null; label: string },
): Promise<void> {
  if (shipmentId !== null)
    await trackShipment(tx, write, { orderId, shipmentId }, { carrier: '', tracking: '', trackingUrl: '' })
  const { shopId, actor } = write
  await addEvent(tx, shopId, orderId, actor, { kind: 'label_cancelled', note: label, isPublic: false })
  const after = { labelCancelled: label }
  later(
    tx,
    record(tx, { ...write, action: 'update', subject: 'order', subjectId: orderId, before: {}, after }),
  )
}

/** Adds what went wrong on the way to the timeline of staff. The order stays as it is: people decide. */
export async function noteDeliveryProblem(
  tx: Transaction,
  shopId: number,
  orderId: number,
  note: string,
): Promise<void> {
  await addEvent(tx, shopId, orderId, systemActor, { kind: 'delivery_problem', note, isPublic: false })
}

/**
 * Marks a shipment as delivered because its carrier says so, and the order with its last one. Does nothing if the order is on
 * hold, or no longer waits for the shipment.
 */
export async function deliverByCarrier(
  tx: Transaction,
  action: Omit<StaffAction, 'write' | 'number'>,
  order: OrderRow,
  shipmentId: number,
): Promise<OrderStatus | undefined> {
  const { config_id: shopId, number } = order
  const isOpen = order.status === 'shipped' || isPartlyShipped(order)
  if (!isOpen || order.held_at !== null) return undefined
  const shipment = (await listShipments(tx, shopId, order.id)).find(({ id }) => id === shipmentId)
  if (!shipment || shipment.delivered_at !== null) return undefined
  const write = { shopId, actor: systemActor }
  return deliverShipmentAsStaff(tx, { ...action, write, number }, shipmentId)
}
