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
}

/** The cart of a user for the data export, oldest line first. */
export async function exportCart(db: Database, configId: number, userId: number): Promise<ExportedLine[]> {
  const { rows } = await sql<Omit<ExportedLine, 'addedAt'> & { addedAt: Date; currency: string }>`
    select p.name as product, v.options, l.quantity, l.price_at_add as "priceWhenAdded", l.added_at as "addedAt", shop.currency
    from shopper s
    join shop on shop.config_id = s.config_id
    join cart_line l on l.config_id = s.config_id and l.shopper_id = s.id
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    join product p on p.config_id = v.config_id and p.id = v.product_id
    where s.config_id = ${configId} and s.user_id = ${userId}
    order by l.added_at, l.id`.execute(db)
  return rows.map(({ currency, ...line }) => ({
    ...line,
    priceWhenAdded: toMajor(line.priceWhenAdded, currency),
    addedAt: line.addedAt.toISOString(),
  }))
}
