import { sql } from 'kysely'
import { MAX_QUANTITY } from '#contract/cart/max-quantity.ts'
import type { Transaction } from '#server/db/connect.ts'
import { priceNow } from './cart-item.queries.ts'
import { MAX_LINES } from './cart.rules.ts'

/** Units of one variant. */
interface Wanted {
  variantId: number
  quantity: number
}

/**
 * Puts variants into a cart as far as the shop sells them and has them, and returns the ids of those that are in it then. A
 * line never holds fewer units than before, and repeating the call changes nothing. Callers hold the lock on the shopper.
 */
export async function addAvailable(
  tx: Transaction,
  shopId: number,
  shopperId: number,
  wanted: readonly Wanted[],
): Promise<ReadonlySet<number>> {
  const variants = wanted.map(({ variantId }) => variantId)
  const quantities = wanted.map(({ quantity }) => quantity)
  const { rows } = await sql<{ id: number }>`
    insert into cart_line as line (config_id, shopper_id, variant_id, quantity, price_at_add)
    select ${shopId}, ${shopperId}, v.id,
      greatest(least(w.quantity, s.orderable, ${MAX_QUANTITY}), coalesce(c.quantity, 1)),
      ${priceNow}
    from (
      select variant_id, sum(quantity)::integer as quantity, min(at) as at
      from unnest(${variants}::integer[], ${quantities}::integer[]) with ordinality as u (variant_id, quantity, at)
      group by variant_id
    ) w
    join variant v on v.config_id = ${shopId} and v.id = w.variant_id and v.retired_at is null
    join product p on p.config_id = v.config_id and p.id = v.product_id and p.status = 'live' and p.deleted_at is null
    join stock_level s on s.config_id = v.config_id and s.variant_id = v.id and s.orderable > 0
    left join cart_line c on c.config_id = v.config_id and c.shopper_id = ${shopperId} and c.variant_id = v.id
    order by c.id is null, w.at
    limit ${MAX_LINES} - (
      select count(*) from cart_line where config_id = ${shopId} and shopper_id = ${shopperId}
        and variant_id <> all(${variants}::integer[])
    )
    on conflict (config_id, shopper_id, variant_id)
      do update set quantity = excluded.quantity, price_at_add = excluded.price_at_add
    returning variant_id as id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
