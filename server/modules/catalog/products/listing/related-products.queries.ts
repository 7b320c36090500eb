import { sql } from 'kysely'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { listCards } from '../cards/product-card.queries.ts'
import { isPublic, type Sql } from './product-filter.ts'

const MAX_RELATED = 8

/**
 * Up to 8 similar products: from the product's subcategory, then its category, each group by closest price. Products of other
 * categories are no relatives. Another `categoryId` replaces the product's own category and subcategory.
 */
export async function listRelated(
  db: Database,
  shop: ShopContext,
  productId: number,
  categoryId: number | undefined,
): Promise<ProductCard[]> {
  const product = await db
    .selectFrom('product as p')
    .select(['category_id', 'subcategory_id', sql<number>`sale_from`.as('price')])
    .where('config_id', '=', shop.shopId)
    .where('id', '=', productId)
    .executeTakeFirst()
  const category = categoryId ?? product?.category_id
  if (category === undefined) return []

  const scopes: Sql[] = [sql`p.category_id = ${category}`]
  if (product?.subcategory_id && product.category_id === category) {
    scopes.unshift(sql`p.category_id = ${category} and p.subcategory_id = ${product.subcategory_id}`)
  }
  const found: number[] = []
  for (const scope of scopes) {
    // Each wider scope skips the products found so far.
    if (found.length < MAX_RELATED) {
      found.push(
        ...(await listNearestInPrice(db, shop.shopId, scope, product?.price ?? 0, [productId, ...found])),
      )
    }
  }
  return await listCards(db, shop, found.slice(0, MAX_RELATED))
}

/** The 8 products with the closest price (minor units), read from the price index upwards and downwards. */
async function listNearestInPrice(
  db: Database,
  shopId: number,
  scope: Sql,
  price: number,
  except: readonly number[],
): Promise<number[]> {
  const candidates = sql`select p.id, abs(p.sale_from - ${price}) as distance from product p
    where p.config_id = ${shopId} and ${scope} and ${isPublic} and p.id <> all(${except})`
  const { rows } = await sql<{ id: number }>`
    select id from (
      (${candidates} and p.sale_from >= ${price} order by p.sale_from, p.id limit ${MAX_RELATED})
      union all
      (${candidates} and p.sale_from < ${price} order by p.sale_from desc, p.id desc limit ${MAX_RELATED})
    ) nearest
    order by distance, id limit ${MAX_RELATED}`.execute(db)
  return rows.map(({ id }) => id)
}
