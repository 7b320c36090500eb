import { sql } from 'kysely'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { isSold, orderLinesJoin } from '#server/modules/reports/index.ts'
import { listCards } from '../cards/product-card.queries.ts'

/** Only the most recent orders count. */
const RECENT_ORDERS = 1000
/** More than needed, because some best sellers may be sold out or hidden by now. */
const MAX_CANDIDATES = 40
const MAX_BEST_SELLERS = 8

/** Up to 8 products in stock, by units sold in recent orders minus returned units. */
export async function listBestSellers(db: Database, shop: ShopContext): Promise<ProductCard[]> {
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from (
      select config_id, id from shop_order o
      where o.config_id = ${shop.shopId} and ${isSold}
      order by o.placed_at desc limit ${RECENT_ORDERS}
    ) o ${orderLinesJoin}
    group by l.product_id having sum(l.quantity - l.refunded_quantity) > 0
    order by sum(l.quantity - l.refunded_quantity) desc, l.product_id
    limit ${MAX_CANDIDATES}`.execute(db)
  const cards = await listCards(
    db,
    shop,
    rows.map(({ id }) => id),
  )
  return cards.filter(({ instock }) => instock).slice(0, MAX_BEST_SELLERS)
}
