import { productFilter } from '#contract/catalog/product.ts'
import type { Collection } from '#contract/catalog/collection.ts'
import type { Database } from '#server/db/connect.ts'
import { imageOf } from '../images/image.ts'
import type { Filter } from '../products/listing/product-filter.ts'

/** The shop's collections, in order. */
export async function listCollections(db: Database, shopId: number): Promise<Collection[]> {
  const rows = await db
    .selectFrom('collection as c')
    .leftJoin('image as f', (join) =>
      join.onRef('f.config_id', '=', 'c.config_id').onRef('f.file', '=', 'c.image'),
    )
    .select(['c.id', 'c.name', 'c.slug', 'c.description', 'f.file', 'f.width', 'f.height'])
    .where('c.config_id', '=', shopId)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    image: imageOf(row, row.name),
  }))
}

/** The filter that defines a collection. Undefined for a collection with hand-picked products, or an unknown one. */
export async function findRule(db: Database, shopId: number, id: number): Promise<Filter | undefined> {
  const row = await db
    .selectFrom('collection')
    .select('rule')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.rule ? productFilter.parse(row.rule) : undefined
}
