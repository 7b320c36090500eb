import { sql } from 'kysely'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import type { Transaction } from '#server/db/connect.ts'
import { lockShoppers } from '#server/modules/identity/index.ts'
import { addToWishlist } from '#server/modules/wishlist/index.ts'
import { MAX_LINES } from './cart.rules.ts'

/**
 * Moves the lines of one cart to another. Quantities add up, limited by the stock. If the other cart is full, the products
 * of the oldest lines go to its wishlist. What was saved for later moves along.
 */
export async function mergeCart(tx: Transaction, shopId: number, from: number, to: number): Promise<void> {
  await lockShoppers(tx, shopId, [from, to])
  await sql`
    insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add, added_at)
    select config_id, ${to}, variant_id, merged_quantity, price_at_add, added_at
    from (
      select f.*, t.id is not null as known,
        least(f.quantity + coalesce(t.quantity, 0), ${MAX_QUANTITY}, greatest(s.orderable, 1)) as merged_quantity,
        row_number() over (partition by t.id is null order by f.added_at desc, f.id desc) as place
      from cart_line f
      join stock_level s on s.config_id = f.config_id and s.variant_id = f.variant_id
      left join cart_line t on t.config_id = f.config_id and t.shopper_id = ${to} and t.variant_id = f.variant_id
      where f.config_id = ${shopId} and f.shopper_id = ${from}
    ) line
    where known or place <= ${MAX_LINES} - (
      select count(*) from cart_line where config_id = ${shopId} and shopper_id = ${to}
    )
    on conflict (config_id, shopper_id, variant_id)
      do update set quantity = excluded.quantity, price_at_add = excluded.price_at_add`.execute(tx)
  await addToWishlist(tx, shopId, to, await listUnmergedProducts(tx, shopId, from, to))
  await tx.deleteFrom('cart_line').where('config_id', '=', shopId).where('shopper_id', '=', from).execute()
  await sql`
    insert into saved_line (config_id, shopper_id, variant_id, quantity, price_at_add, saved_at)
    select config_id, ${to}, variant_id, quantity, price_at_add, saved_at from saved_line
    where config_id = ${shopId} and shopper_id = ${from}
    on conflict do nothing`.execute(tx)
}

/** The products of lines that did not fit into the other cart. */
async function listUnmergedProducts(
  tx: Transaction,
  shopId: number,
  from: number,
  to: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.product_id as id
    from cart_line f
    join variant v on v.config_id = f.config_id and v.id = f.variant_id
    where f.config_id = ${shopId} and f.shopper_id = ${from} and not exists (
      select from cart_line t
      where t.config_id = f.config_id and t.shopper_id = ${to} and t.variant_id = f.variant_id
    )`.execute(tx)
  return rows.map(({ id }) => id)
}
