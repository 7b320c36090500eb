import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Reads the logo and the contact data of a shop. */
export async function findContact(
  db: Database,
  shopId: number,
): Promise<{ logo: string | null; email: string; phone: string; address: string }> {
  return db
    .selectFrom('shop')
    .select(['logo', 'email', 'phone', 'address'])
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
}

/** Counts the products with prices. `example` is one of the prices in minor units. */
export async function findPricedProducts(
  db: Database,
  shopId: number,
): Promise<{ products: number; example: number | null }> {
  const { rows } = await sql<{ products: number; example: number | null }>`
    select count(*)::int as products, min(price_from)::float8 as example from product
    where config_id = ${shopId} and deleted_at is null and price_from > 0`.execute(db)
  return rows[0] ?? { products: 0, example: null }
}
