import { sql } from 'kysely'
import type { SearchSignal } from '#contract/search/search-signal.ts'
import type { Database } from '#server/db/connect.ts'
import { searchKey } from '../search-key.ts'
import { gainsOf, placeFromTen, type ProductSignal } from './signal.rules.ts'

interface CountedProduct extends ProductSignal {
  name: string
  shoppers: number
  orders: number
}

/** Products of one text in the list. The ones with less weight are hardly lifted. */
const MAX_PRODUCTS = 10

/** A page of the texts with `q` in them that have a signal, the strongest first, and how many there are. */
export async function listSignals(
  db: Database,
  shopId: number,
  { q = '', page, limit }: { q?: string | undefined; page: number; limit: number },
): Promise<{ data: SearchSignal[]; total: number }> {
  const { rows } = await sql<{ id: number; q: string; total: number; products: CountedProduct[] }>`
    select g.id, g.q, count(*) over ()::int as total, p.products
    from search_signal g
    cross join lateral (
      select json_agg(json_build_object('productId', product_id, 'name', name, 'weight', weight,
          'shoppers', shoppers, 'orders', orders) order by weight desc, product_id) as products, sum(weight) as weight
      from (
        select s.product_id, p.name, search_signal_now(s.weight, s.counted_on) as weight,
          round(search_signal_now(s.shoppers, s.counted_on)) as shoppers,
          round(search_signal_now(s.orders, s.counted_on)) as orders
        from search_signal_product s
        join product p on p.config_id = s.config_id and p.id = s.product_id and p.deleted_at is null
        where s.config_id = g.config_id and s.signal_id = g.id
        order by 3 desc, 1 limit ${MAX_PRODUCTS}
      ) counted
    ) p
    where g.config_id = ${shopId} and p.products is not null and strpos(g.q, ${searchKey(q)}) > 0
    order by p.weight desc, g.q limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  return {
    data: rows.map(({ id, q: text, products }) => {
      const gains = gainsOf(products)
      return {
        id,
        q: text,
        products: products.map(({ productId, name, shoppers, orders }) => ({
          id: productId,
          name,
          shoppers,
          orders,
          placeFromTen: placeFromTen(gains.get(productId) ?? 0),
        })),
      }
    }),
    total: rows[0]?.total ?? 0,
  }
}
