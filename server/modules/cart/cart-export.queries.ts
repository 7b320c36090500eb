import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'

/** A cart line in the data export of a user. */
export interface ExportedLine {
  product: string
  options: Record<string, string>
  quantity: number
  /** Major units per unit. */
  priceWhenAdded: number
  addedAt: string
  /** Saved for later, and not in the cart. */
  saved: boolean
}

/** The cart and the saved lines of a user for the data export, oldest first. */
export async function exportCart(db: Database, shopId: number, userId: number): Promise<ExportedLine[]> {
  const { rows } = await sql<Omit<ExportedLine, 'addedAt'> & { addedAt: Date; currency: string }>`
    select p.name as product, v.options, l.quantity, l.price_at_add as "priceWhenAdded", l.added_at as "addedAt",
      l.saved, shop.currency
    from shopper s
    join shop on shop.config_id = s.config_id
    cross join lateral (
      select variant_id, quantity, price_at_add, added_at, false as saved
      from cart_line where config_id = s.config_id and shopper_id = s.id
      union all
      select variant_id, quantity, price_at_add, saved_at, true
      from saved_line where config_id = s.config_id and shopper_id = s.id
    ) l
    join variant v on v.config_id = s.config_id and v.id = l.variant_id
    join product p on p.config_id = v.config_id and p.id = v.product_id
    where s.config_id = ${shopId} and s.user_id = ${userId}
    order by l.saved, l.added_at, l.variant_id`.execute(db)
  return rows.map(({ currency, ...line }) => ({
    ...line,
    priceWhenAdded: toMajor(line.priceWhenAdded, currency),
    addedAt: line.addedAt.toISOString(),
  }))
}
