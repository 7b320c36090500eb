import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Units of `order_line` that are left to ship, as `leftToShip` counts them. */
export const unitsLeft = sql<number>`greatest(0, quantity - shipped_quantity
  - greatest(refunded_quantity, least(restocked_quantity, quantity - shipped_quantity)))`

/**
 * A subquery of the lines of confirmed orders that wait for stock, as `order_id`, `position` and `missing`. Such orders have taken
 * their units from what is on hand, so units are missing where that is below 0. The orders placed last wait for them.
 */
export function linesWithMissingUnits(shopId: number, ofVariants: RawBuilder<boolean>): RawBuilder<unknown> {
  return sql`
    select order_id, position, missing from (
      select l.order_id, l.position, least(l.left_units, greatest(0, -s.on_hand - coalesce(sum(l.left_units) over placed_later, 0)))::int as missing
      from stock_level s
      join (
        select config_id, order_id, position, variant_id, ${unitsLeft} as left_units from order_line
        where config_id = ${shopId} and takes_stock and quantity > shipped_quantity
      ) l on l.config_id = s.config_id and l.variant_id = s.variant_id
      -- The shop from which an order was imported has taken its units.
      join shop_order o on o.config_id = l.config_id and o.id = l.order_id and o.status = 'confirmed' and o.imported_at is null
      where s.config_id = ${shopId} and s.tracked and s.on_hand < 0 and ${ofVariants}
      window placed_later as (
        partition by l.variant_id order by o.placed_at desc, o.id desc rows between unbounded preceding and 1 preceding
      )
    ) waiting where missing > 0`
}

/** The units of an order that are not in stock yet, by the position of their line. */
export async function findMissingUnits(
  db: Database,
  shopId: number,
  orderId: number,
): Promise<Map<number, number>> {
  const own = sql<boolean>`s.variant_id in (
    select variant_id from order_line where config_id = ${shopId} and order_id = ${orderId})`
  const { rows } = await sql<{ position: number; missing: number }>`
    select position, missing from (${linesWithMissingUnits(shopId, own)}) m where order_id = ${orderId}`.execute(
    db,
  )
  return new Map(rows.map(({ position, missing }) => [position, missing]))
}
