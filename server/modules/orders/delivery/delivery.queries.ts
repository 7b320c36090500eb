import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

/** The packed weight of a product in grams. AppError 404 if the shop does not sell it. */
export async function findWeight(db: Database, shopId: number, productId: number): Promise<number> {
  const product = await db
    .selectFrom('product')
    .select('weight')
    .where('config_id', '=', shopId)
    .where('id', '=', productId)
    .where('status', '=', 'live')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!product) throw new AppError(404, 'not_found', 'This product does not exist.')
  return product.weight
}

/** Whether a product is in one of the categories. */
export async function isInCategory(
  db: Database,
  shopId: number,
  productId: number,
  categories: readonly number[],
): Promise<boolean> {
  if (categories.length === 0) return false
  const found = await db
    .selectFrom('product')
    .select('id')
    .where('config_id', '=', shopId)
    .where('id', '=', productId)
    .where('category_id', 'in', categories)
    .executeTakeFirst()
  return found !== undefined
}
