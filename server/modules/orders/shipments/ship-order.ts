import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { issueInvoiceIfComplete } from '../invoices/invoice.writes.ts'
import { isByEmail } from '../credit/gift-lines.rules.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { addEvent } from '../order/order-event.writes.ts'
import { writeTransition } from '../order/order-state.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { updateOrder } from '../order/order.writes.ts'
import { listShippableLines } from './shipment.queries.ts'
import { leftToShip, type ShipmentPlan } from './shipment.rules.ts'
import { deliverShipments, insertShipment, type Shipment } from './shipment.writes.ts'

/**
 * Ships what was planned of a locked order, and returns the id of the shipment. The order is shipped once nothing is left. Its
 * invoice is issued unless details of the seller are missing.
 */
export async function shipLines(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  shipment: Shipment,
  { lines, isLast, isPart }: ShipmentPlan,
): Promise<number> {
  const { shopId, actor } = write
  const { id: orderId, number, serial } = order
  const { carrier, tracking, trackingUrl } = shipment
  const note = [carrier, tracking].filter(Boolean).join(' ')
  const sent = lines.map(({ variantid, sku, quantity }) => ({ variantid, sku, quantity }))
  const data = {
    number,
    serial,
    status: isLast ? 'shipped' : order.status,
    carrier,
    trackingNumber: tracking,
    trackingUrl,
    ...(isPart && { lines: sent }),
  }
  const [id] = await Promise.all([
    insertShipment(tx, shopId, orderId, { ...shipment, lines }),
    updateOrder(tx, shopId, orderId, {
      carrier,
      tracking,
      tracking_url: trackingUrl,
      first_shipped_at: sql<Date>`coalesce(first_shipped_at, clock_timestamp())`,
    }),
    isLast
      ? writeTransition(tx, write, order, 'ship', shippedEvent(order, note))
      : addEvent(tx, shopId, orderId, actor, { kind: 'partly_shipped', note, isPublic: true }),
    recordEvent(tx, shopId, { kind: 'order.shipped', subject: `order:${number}`, data }),
    // The shop where an imported order was placed has issued its invoice.
    order.imported_at === null && issueInvoiceIfComplete(tx, shopId, orderId),
  ])
  return id
}

/** A customer who picks up the order reads once that it was picked up. */
const shippedEvent = (order: OrderRow, note: string) =>
  isPickUp(order)
    ? { kind: 'handed_over', note, isPublic: false }
    : { kind: isByEmail(order) ? 'cards_issued' : 'shipped', note, isPublic: true }

/** Marks a partly shipped order as shipped if a refund has left nothing to ship. */
export async function completeShipping(tx: Transaction, write: WriteContext, order: OrderRow): Promise<void> {
  if (order.status !== 'confirmed' || order.first_shipped_at === null) return
  const rows = await listShippableLines(tx, write.shopId, order.number)
  if (rows.every((row) => leftToShip(row) === 0))
    await writeTransition(tx, write, order, 'ship', { kind: 'shipped', isPublic: true })
}

/** Marks one of several shipments as delivered. */
export async function deliverShipment(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  orderId: number,
  shipmentId: number,
): Promise<void> {
  await Promise.all([
    deliverShipments(tx, shopId, orderId, shipmentId),
    addEvent(tx, shopId, orderId, actor, { kind: 'shipment_delivered', isPublic: true }),
  ])
}
