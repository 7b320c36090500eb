import { sql } from 'kysely'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { isSold, orderLinesJoin } from '#server/modules/reports/index.ts'
import { listCards } from '../cards/product-card.queries.ts'

/** Only the most recent orders of the product count. */
const RECENT_ORDERS = 500
/** A single order says nothing about others, and may say too much about its customer. */
const MIN_ORDERS = 2
/** More than needed, because some products may be sold out or hidden by now. */
const MAX_CANDIDATES = 24
const MAX_ALSO_BOUGHT = 8

/** Up to 8 products in stock that at least two recent orders contain together with this one, the most frequent first. */
export async function listAlsoBought(
  db: Database,
  shop: ShopContext,
  productId: number,
): Promise<ProductCard[]> {
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from (
      select distinct o.config_id, o.id from (
        select x.config_id, x.order_id from order_line x
        where x.config_id = ${shop.shopId} and x.product_id = ${productId}
        order by x.order_id desc limit ${RECENT_ORDERS}
      ) bought
      join shop_order o on o.config_id = bought.config_id and o.id = bought.order_id and ${isSold}
    ) o ${orderLinesJoin}
    where l.product_id <> ${productId} and l.refunded_quantity < l.quantity
    group by l.product_id having count(distinct o.id) >= ${MIN_ORDERS}
    order by count(distinct o.id) desc, l.product_id
    limit ${MAX_CANDIDATES}`.execute(db)
  const cards = await listCards(
    db,
    shop,
    rows.map(({ id }) => id),
  )
  return cards.filter(({ instock }) => instock).slice(0, MAX_ALSO_BOUGHT)
}
