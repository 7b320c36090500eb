import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** What a platform wants to buy: a variant, or a product of which there is one variant. */
export type WantedItem = { variantId: number } | { productId: number } | undefined

/**
 * The variant of each wanted item, in their order; null for what the shop does not have, for a draft, and for a product whose
 * variant the platform has to choose. A variant that is no longer sold still has one, so that an answer can name it.
 */
export async function findWantedVariants(
  db: Database,
  shopId: number,
  wanted: readonly WantedItem[],
): Promise<(number | null)[]> {
  const products = wanted.map((item) => (item && 'productId' in item ? item.productId : null))
  const variants = wanted.map((item) => (item && 'variantId' in item ? item.variantId : null))
  const { rows } = await sql<{ variantId: number | null }>`
    select coalesce((
      select v.id from variant v join product p on p.config_id = v.config_id and p.id = v.product_id
      where v.config_id = ${shopId} and v.id = w.variant_id and p.status <> 'draft'
    ), (
      select min(v.id) from variant v join product p on p.config_id = v.config_id and p.id = v.product_id
      where v.config_id = ${shopId} and v.product_id = w.product_id and v.retired_at is null and p.status = 'live'
        and p.deleted_at is null
      having count(*) = 1
    )) as "variantId"
    from unnest(${products}::integer[], ${variants}::integer[]) with ordinality as w (product_id, variant_id, at)
    order by w.at`.execute(db)
  return rows.map(({ variantId }) => variantId)
}
