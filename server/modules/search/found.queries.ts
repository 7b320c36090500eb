import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { searchProducts } from './find-products.ts'

/** How many products a shopper finds by this text, of those that are ranked. */
export async function countFound(
  db: Database,
  { configId }: Pick<ShopContext, 'configId'>,
  q: string,
): Promise<number> {
  return (await searchProducts(db, configId, q)).ids.length
}
