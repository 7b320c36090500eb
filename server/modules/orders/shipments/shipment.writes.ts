import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { later } from '#server/db/later.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { issueInvoiceIfComplete } from '../invoices/invoice.writes.ts'
import { writeTransition, type Shipment } from '../order/order-state.writes.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { addEvent } from '../order/order.writes.ts'
import { listShippableLines } from './shipment.queries.ts'
import { leftToShip, type ShipmentPlan } from './shipment.rules.ts'

/**
 * Ships what was planned of a locked order, and answers the id of the shipment. The order is shipped once nothing is left. Its
 * invoice is issued unless details of the seller are missing.
 */
export async function shipLines(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  { carrier, tracking, trackingUrl }: Shipment,
  { lines, isLast, isPart }: ShipmentPlan,
): Promise<number> {
  const { shopId, actor } = write
  const note = [carrier, tracking].filter(Boolean).join(' ')
  const inserting = sql<{ id: number }>`
    with new_shipment as (
      insert into shipment (config_id, order_id, carrier, tracking, tracking_url)
      values (${shopId}, ${order.id}, ${carrier}, ${tracking}, ${trackingUrl}) returning id
    ), new_lines as (
      insert into shipment_line (config_id, shipment_id, order_id, position, quantity)
      select ${shopId}, new_shipment.id, ${order.id}, l.position, l.quantity
      from new_shipment, jsonb_to_recordset(${JSON.stringify(lines)}) as l (position int, quantity int)
    )
    select id from new_shipment`.execute(tx)
  later(
    tx,
    sql`
    update shop_order set carrier = ${carrier}, tracking = ${tracking}, tracking_url = ${trackingUrl},
      first_shipped_at = coalesce(first_shipped_at, clock_timestamp())
    where config_id = ${shopId} and id = ${order.id}`.execute(tx),
  )
  const moving = isLast
    ? writeTransition(tx, write, order, 'ship', { kind: 'shipped', note, isPublic: true })
    : addEvent(tx, shopId, order.id, actor, { kind: 'partly_shipped', note, isPublic: true })
  const { number } = order
  const status = isLast ? 'shipped' : order.status
  const sent = lines.map(({ variantid, sku, quantity }) => ({ variantid, sku, quantity }))
  const data = {
    number,
    status,
    carrier,
    trackingNumber: tracking,
    trackingUrl,
    ...(isPart && { lines: sent }),
  }
  later(tx, recordEvent(tx, shopId, { kind: 'order.shipped', subject: `order:${number}`, data }))
  const [{ rows }] = await Promise.all([
    inserting,
    moving,
    // The shop where an imported order was placed has issued its invoice.
    order.imported_at === null && issueInvoiceIfComplete(tx, shopId, order.id),
  ])
  const [row] = rows
  if (!row) throw new Error('The shipment was not inserted')
  return row.id
}

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
    sql`
    update shipment set delivered_at = clock_timestamp()
    where config_id = ${shopId} and id = ${shipmentId}`.execute(tx),
    addEvent(tx, shopId, orderId, actor, { kind: 'shipment_delivered', isPublic: true }),
  ])
}
