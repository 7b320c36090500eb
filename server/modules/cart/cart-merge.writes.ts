import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { lockShoppers } from '#server/http/shopper-writes.ts'
import { addToWishlist } from '#server/modules/wishlist/index.ts'
import { mostLines, mostPieces } from './cart.rules.ts'

/**
 * Moves what is in one cart to another: pieces add up, as far as there are so many. Where the other is full, what does
 * not fit, the newest first, goes to its wishlist.
 */
export async function mergeCart(tx: Transaction, configId: number, from: number, to: number): Promise<void> {
  await lockShoppers(tx, configId, [from, to])
  await sql`
    insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add, added_at)
    select config_id, ${to}, variant_id, pieces, price_at_add, added_at
    from (
      select f.*, t.id is not null as known,
        least(f.quantity + coalesce(t.quantity, 0), ${mostPieces}, greatest(s.available, 1)) as pieces,
        row_number() over (partition by t.id is null order by f.added_at desc, f.id desc) as place
      from cart_line f
      join stock_level s on s.config_id = f.config_id and s.variant_id = f.variant_id
      left join cart_line t on t.config_id = f.config_id and t.shopper_id = ${to} and t.variant_id = f.variant_id
      where f.config_id = ${configId} and f.shopper_id = ${from}
    ) line
    where known or place <= ${mostLines} - (
      select count(*) from cart_line where config_id = ${configId} and shopper_id = ${to}
    )
    on conflict (config_id, shopper_id, variant_id)
      do update set quantity = excluded.quantity, price_at_add = excluded.price_at_add`.execute(tx)
  await addToWishlist(tx, configId, to, await listLeftOver(tx, configId, from, to))
  await tx.deleteFrom('cart_line').where('config_id', '=', configId).where('shopper_id', '=', from).execute()
}

/** The products of lines that found no place in the other cart. */
async function listLeftOver(tx: Transaction, configId: number, from: number, to: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct v.product_id as id
    from cart_line f
    join variant v on v.config_id = f.config_id and v.id = f.variant_id
    where f.config_id = ${configId} and f.shopper_id = ${from} and not exists (
      select from cart_line t
      where t.config_id = f.config_id and t.shopper_id = ${to} and t.variant_id = f.variant_id
    )`.execute(tx)
  return rows.map(({ id }) => id)
}
