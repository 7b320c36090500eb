import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import type { HeldVariant, Holding } from './holding.rules.ts'

/** What the network and the address hold in unpaid orders of the last 24 hours. */
export async function findHolding(
  db: Database,
  shopId: number,
  { network, email }: { network: string; email: string },
): Promise<Holding> {
  const { rows } = await prepared(
    'find_holding',
    sql<{ isConfirmed: boolean; ordersOfAddress: number; ordersOfNetwork: number; held: HeldVariant[] }>`
    with unpaid as materialized (
      select o.id, o.placed_from = ${network} as of_network, o.email = ${email} as of_address from shop_order o
      where o.config_id = ${shopId} and o.placed_from is not null
        and (o.placed_from = ${network} or (o.user_id is null and lower(o.email) = ${email}))
        and o.paid = 0 and o.status in ('pending', 'confirmed') and o.placed_at > now() - interval '1 day'
    ), held as (
      select l.variant_id, coalesce(sum(l.quantity) filter (where u.of_network), 0)::int as of_network,
        coalesce(sum(l.quantity) filter (where u.of_address), 0)::int as of_address
      from unpaid u join order_line l on l.config_id = ${shopId} and l.order_id = u.id
      where l.takes_stock and l.variant_id is not null group by l.variant_id
    )
    select exists (select from confirmed_address where config_id = ${shopId} and email = ${email}) as "isConfirmed",
      (select count(*) from unpaid where of_address)::int as "ordersOfAddress",
      (select count(*) from unpaid where of_network)::int as "ordersOfNetwork",
      coalesce((
        select jsonb_agg(jsonb_build_object('variantId', h.variant_id, 'ofNetwork', h.of_network,
          'ofAddress', h.of_address, 'available', s.available))
        from held h join stock_level s on s.config_id = ${shopId} and s.variant_id = h.variant_id
      ), '[]') as held`,
  ).execute(db)
  const [row] = rows
  if (!row) throw new Error('The holding was not read')
  return row
}
