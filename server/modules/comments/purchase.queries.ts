import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/**
 * The variant of a product that was last delivered to an account; undefined if none was. Orders placed as a guest count once
 * the account has confirmed their email address.
 */
export async function findPurchase(
  db: Database,
  shopId: number,
  userId: number,
  productId: number,
): Promise<{ variantId: number } | undefined> {
  const { rows } = await sql<{ variantId: number }>`
    select l.variant_id as "variantId" from (
      select o.id, o.delivered_at from shop_order o
      where o.config_id = ${shopId} and o.user_id = ${userId} and o.delivered_at is not null
      union all
      select o.id, o.delivered_at from app_user u
      join shop_order o on o.config_id = u.config_id and lower(o.email) = lower(u.email)
        and o.user_id is null and o.delivered_at is not null
      where u.config_id = ${shopId} and u.id = ${userId} and u.email_verified_at is not null
    ) o
    join order_line l on l.config_id = ${shopId} and l.order_id = o.id and l.product_id = ${productId}
    order by o.delivered_at desc, l.position
    limit 1`.execute(db)
  return rows[0]
}
