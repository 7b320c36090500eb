import { sql } from 'kysely'
import type { ProductCard } from '#contract/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { isSold, linesOfOrders } from '#server/modules/reports/index.ts'
import { listCards } from './product-card.queries.ts'

/** So many orders are looked at, however many there are. */
const latestOrders = 1000
/** Some of those that were sold most may be sold out or withdrawn by now. */
const candidates = 40

/** Up to 8 products that can be ordered now, by the pieces of the latest orders that were not sent back. */
export async function listBestSellers(db: Database, shop: ShopContext): Promise<ProductCard[]> {
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from (
      select config_id, id from shop_order o
      where o.config_id = ${shop.configId} and ${isSold}
      order by o.placed_at desc limit ${latestOrders}
    ) o ${linesOfOrders}
    group by l.product_id having sum(l.quantity - l.refunded_quantity) > 0
    order by sum(l.quantity - l.refunded_quantity) desc, l.product_id
    limit ${candidates}`.execute(db)
  const cards = await listCards(
    db,
    shop,
    rows.map(({ id }) => id),
  )
  return cards.filter(({ instock }) => instock).slice(0, 8)
}
