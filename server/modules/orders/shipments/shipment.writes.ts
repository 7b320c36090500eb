import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/** The tracking of a shipment. */
export interface Tracking {
  carrier: string
  tracking: string
  trackingUrl: string
}

/** What staff enter about a shipment. */
export interface Shipment extends Tracking {
  /** The day on which it should arrive, as the customer is promised. */
  expectedOn: string | null
}

/** Inserts a shipment with its lines and returns its id. */
export async function insertShipment(
  tx: Transaction,
  shopId: number,
  orderId: number,
  {
    carrier,
    tracking,
    trackingUrl,
    expectedOn,
    lines,
  }: Shipment & { lines: readonly { position: number; quantity: number }[] },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with new_shipment as (
      insert into shipment (config_id, order_id, carrier, tracking, tracking_url, expected_on)
      values (${shopId}, ${orderId}, ${carrier}, ${tracking}, ${trackingUrl}, ${expectedOn}) returning id
    ), new_lines as (
      insert into shipment_line (config_id, shipment_id, order_id, position, quantity)
      select ${shopId}, new_shipment.id, ${orderId}, l.position, l.quantity
      from new_shipment, jsonb_to_recordset(${JSON.stringify(lines)}) as l (position int, quantity int)
    )
    select id from new_shipment`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The shipment was not inserted')
  return row.id
}

/** Marks the shipments of an order that are on their way as delivered, or one of them. */
export async function deliverShipments(
  tx: Transaction,
  shopId: number,
  orderId: number,
  shipmentId?: number,
): Promise<void> {
  await sql`
    update shipment set delivered_at = clock_timestamp()
    where config_id = ${shopId} and order_id = ${orderId} and delivered_at is null
      and id = coalesce(${shipmentId ?? null}::integer, id)`.execute(tx)
}

/** Corrects the tracking and the promised day of the last shipment of an order. */
export async function correctLastShipment(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { carrier, tracking, trackingUrl, expectedOn }: Shipment,
): Promise<void> {
  await sql`
    update shipment set carrier = ${carrier}, tracking = ${tracking}, tracking_url = ${trackingUrl},
      expected_on = ${expectedOn}
    where config_id = ${shopId} and id = (
      select max(id) from shipment where config_id = ${shopId} and order_id = ${orderId})`.execute(tx)
}

/** Sets the tracking of one shipment. */
export async function setTracking(
  tx: Transaction,
  shopId: number,
  shipmentId: number,
  { carrier, tracking, trackingUrl }: Tracking,
): Promise<void> {
  await sql`
    update shipment set carrier = ${carrier}, tracking = ${tracking}, tracking_url = ${trackingUrl}
    where config_id = ${shopId} and id = ${shipmentId}`.execute(tx)
}
