import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShippableLine } from './shipment.rules.ts'

/** A stored shipment with its lines, named by their position in the order. */
export interface ShipmentRow {
  id: number
  carrier: string
  tracking: string
  tracking_url: string
  expected_on: string | null
  shipped_at: Date
  delivered_at: Date | null
  lines: { position: number; quantity: number }[]
  /** What its carrier reports, newest first. */
  events: { at: string; status: string; description: string; location: string }[]
}

/** The shipments of an order, oldest first. */
export async function listShipments(db: Database, shopId: number, orderId: number): Promise<ShipmentRow[]> {
  const { rows } = await sql<ShipmentRow>`
    select s.id, s.carrier, s.tracking, s.tracking_url, s.expected_on, s.shipped_at, s.delivered_at,
      json_agg(json_build_object('position', l.position, 'quantity', l.quantity) order by l.position) as lines,
      (select coalesce(json_agg(json_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
          'status', t.status, 'description', t.description, 'location', t.location) order by t.at desc, t.id desc), '[]')
        from carrier_label c join tracking_event t on t.config_id = c.config_id and t.label_id = c.id
        where c.config_id = s.config_id and c.shipment_id = s.id and c.state = 'bought') as events
    from shipment s
    join shipment_line l on l.config_id = s.config_id and l.shipment_id = s.id
    where s.config_id = ${shopId} and s.order_id = ${orderId}
    group by s.config_id, s.id
    order by s.id`.execute(db)
  return rows
}

/** The promised day of the latest shipment of an order. */
export async function findExpectedDay(db: Database, shopId: number, orderId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select expected_on as day from shipment where config_id = ${shopId} and order_id = ${orderId}
    order by id desc limit 1`.execute(db)
  return rows[0]?.day ?? null
}

/** The lines of an order by its number, so that they can be read together with its lock. */
export async function listShippableLines(
  db: Database,
  shopId: number,
  number: string,
): Promise<ShippableLine[]> {
  const { rows } = await sql<ShippableLine>`
    select l.position, l.variant_id, l.sku, l.name, l.quantity, l.shipped_quantity, l.refunded_quantity,
      l.restocked_quantity
    from order_line l
    join shop_order o on o.config_id = l.config_id and o.id = l.order_id
    where l.config_id = ${shopId} and o.config_id = ${shopId} and o.number = ${number}
    order by l.position`.execute(db)
  return rows
}

export const shipmentNotFound = () => new AppError(404, 'not_found', 'Shipment not found')
