import { sql } from 'kysely'
import type { ProductCard } from '#contract/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { listCards } from './product-card.queries.ts'
import { isPublic, type Sql } from './product-filter.ts'

const wanted = 8

/**
 * Up to 8 products like this one: of its subcategory, then of its category, then of the shop, each nearest in price first.
 * Where `categoryId` is another category than the product's own, it takes the place of both.
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
    .where('config_id', '=', shop.configId)
    .where('id', '=', productId)
    .executeTakeFirst()
  const category = categoryId ?? product?.category_id
  if (category === undefined) return []

  const circles: Sql[] = [sql`p.category_id = ${category}`, sql`true`]
  if (product?.subcategory_id && product.category_id === category) {
    circles.unshift(sql`p.category_id = ${category} and p.subcategory_id = ${product.subcategory_id}`)
  }
  const found: number[] = []
  for (const circle of circles) {
    // A wider circle passes over what the narrower one, being exhausted, has given: a handful.
    if (found.length < wanted) {
      found.push(
        ...(await listNearestInPrice(db, shop.configId, circle, product?.price ?? 0, [productId, ...found])),
      )
    }
  }
  return await listCards(db, shop, found.slice(0, wanted))
}

/** The 8 products of a circle that are nearest to a price (minor units): the index is read from there upwards and downwards. */
async function listNearestInPrice(
  db: Database,
  configId: number,
  circle: Sql,
  price: number,
  except: readonly number[],
): Promise<number[]> {
  const candidates = sql`select p.id, abs(p.sale_from - ${price}) as distance from product p
    where p.config_id = ${configId} and ${circle} and ${isPublic} and p.id <> all(${except})`
  const { rows } = await sql<{ id: number }>`
    select id from (
      (${candidates} and p.sale_from >= ${price} order by p.sale_from, p.id limit ${wanted})
      union all
      (${candidates} and p.sale_from < ${price} order by p.sale_from desc, p.id desc limit ${wanted})
    ) nearest
    order by distance, id limit ${wanted}`.execute(db)
  return rows.map(({ id }) => id)
}
