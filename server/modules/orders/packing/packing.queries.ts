import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { MAX_PACKED_ORDERS, type getOrdersToPack, type OrderToPack } from '#contract/orders/packing.ts'
import type { Database } from '#server/db/connect.ts'
import { orderSource } from '#server/modules/checkout-sessions/index.ts'
import { linesWithMissingUnits, unitsLeft } from '../shipments/missing-units.queries.ts'
import { leftToShip } from '../shipments/shipment.rules.ts'
import { hasDifferenceDue, type OrderLineRow, type OrderRow } from '../order/order.queries.ts'

/** A line of an order for its documents: `quantity` is what goes into the package. */
export type PackedLine = Pick<
  OrderLineRow,
  'order_id' | 'position' | 'name' | 'options' | 'sku' | 'quantity'
> & {
  shelf: string | null
}

/** What is left to ship of an order, or all that was not refunded once it has shipped. */
export const unitsToPack = (
  { status }: Pick<OrderRow, 'status'>,
  line: Parameters<typeof leftToShip>[0],
): number => (status === 'confirmed' ? leftToShip(line) : line.quantity - line.refunded_quantity)

/** The orders with these numbers, in the order of the numbers. Unknown ones are left out. */
export async function listOrdersByNumber(
  db: Database,
  shopId: number,
  numbers: readonly string[],
): Promise<OrderRow[]> {
  const rows = await db
    .selectFrom('shop_order')
    .selectAll()
    .where('config_id', '=', shopId)
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .execute()
  const byNumber = new Map(rows.map((row) => [row.number, row as OrderRow]))
  return numbers.flatMap((number) => byNumber.get(number) ?? [])
}

/** What to pack of each of these orders, by the id of the order. */
export async function listPackedLines(
  db: Database,
  shopId: number,
  orders: readonly OrderRow[],
): Promise<Map<number, PackedLine[]>> {
  const { rows } = await sql<OrderLineRow>`
    select l.*, v.shelf from order_line l
    left join variant v on v.config_id = l.config_id and v.id = l.variant_id
    where l.config_id = ${shopId} and l.order_id = any(${orders.map(({ id }) => id)}::integer[])
    order by l.order_id, l.position`.execute(db)
  const byOrder = Map.groupBy(rows, (row) => row.order_id)
  return new Map(
    orders.map((order) => [
      order.id,
      (byOrder.get(order.id) ?? [])
        .map((line) => ({ ...line, quantity: unitsToPack(order, line) }))
        .filter(({ quantity }) => quantity > 0),
    ]),
  )
}

type Filter = z.output<typeof getOrdersToPack.input>

const toShip = (shopId: number): RawBuilder<boolean> =>
  // What waits to be picked up is packed.
  sql`o.config_id = ${shopId} and o.status = 'confirmed' and o.held_at is null and o.ready_at is null
     and not (${hasDifferenceDue})`

/** The oldest orders to ship, the number of all of them, and the delivery methods of those without a filter. */
export async function listOrdersToPack(
  db: Database,
  shopId: number,
  { delivery, source, single }: Filter,
): Promise<z.input<typeof getOrdersToPack.answer>> {
  const conditions = [toShip(shopId), sql`left_over.quantity > 0`]
  if (delivery) conditions.push(sql`o.shipping_method = ${delivery}`)
  if (source) conditions.push(sql`o.agent_platform_id is ${source === 'agents' ? sql`not null` : sql`null`}`)
  if (single) conditions.push(sql`left_over.quantity = 1`)
  const listing = sql<Omit<OrderToPack, 'placedAt'> & { placedAt: Date; total: number }>`
    select o.number, o.serial, o.placed_at as "placedAt", o.shipping_address ->> 'fullName' as customer,
      o.shipping_address ->> 'city' as city, o.shipping_name as "shippingName", left_over.quantity, left_over.productnames,
      coalesce(short.missing, 0) as waitingforstock,
      o.first_shipped_at is not null as "isPartlyShipped", ${orderSource('o')} as source, count(*) over ()::int as total
    from shop_order o
    cross join lateral (
      select sum(left_units)::int as quantity, (array_agg(name::text order by position) filter (where left_units > 0))[:3] as productnames
      from (select name, position, ${unitsLeft} as left_units from order_line where config_id = o.config_id and order_id = o.id) l
    ) left_over
    left join (
      select order_id, sum(missing)::int as missing from (${linesWithMissingUnits(shopId, sql`true`)}) line group by order_id
    ) short on short.order_id = o.id
    where ${sql.join(conditions, sql` and `)}
    order by o.placed_at, o.id
    limit ${MAX_PACKED_ORDERS}`.execute(db)
  const offered = sql<{ id: string; name: string }>`
    select o.shipping_method as id, min(o.shipping_name) as name from shop_order o
    where ${toShip(shopId)} group by o.shipping_method order by name`.execute(db)
  const [{ rows }, { rows: methods }] = await Promise.all([listing, offered])
  return {
    data: rows.map(({ total: _total, placedAt, ...row }) => ({ ...row, placedAt: placedAt.toISOString() })),
    total: rows[0]?.total ?? 0,
    methods,
  }
}
