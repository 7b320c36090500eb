import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** A wishlist item in the data export of a user. */
interface ExportedItem {
  product: string
  addedAt: string
}

/** The wishlist of a user for the data export, newest first. */
export async function exportWishlist(db: Database, shopId: number, userId: number): Promise<ExportedItem[]> {
  const { rows } = await sql<{ product: string; addedAt: Date }>`
    select p.name as product, i.added_at as "addedAt"
    from shopper s
    join wishlist_item i on i.config_id = s.config_id and i.shopper_id = s.id
    join product p on p.config_id = i.config_id and p.id = i.product_id
    where s.config_id = ${shopId} and s.user_id = ${userId}
    order by i.added_at desc, p.id desc`.execute(db)
  return rows.map(({ product, addedAt }) => ({ product, addedAt: addedAt.toISOString() }))
}
