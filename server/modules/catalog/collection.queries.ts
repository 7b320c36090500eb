import { productFilter } from '#contract/product.ts'
import type { Collection } from '#contract/collection.ts'
import type { Database } from '#server/db/connect.ts'
import { pictureOf } from './picture.ts'
import type { Filter } from './product-filter.ts'

/** The shop's collections, in order. */
export async function listCollections(db: Database, configId: number): Promise<Collection[]> {
  const rows = await db
    .selectFrom('collection as c')
    .leftJoin('picture as f', (join) =>
      join.onRef('f.config_id', '=', 'c.config_id').onRef('f.file', '=', 'c.picture'),
    )
    .select(['c.id', 'c.name', 'c.slug', 'c.description', 'f.file', 'f.width', 'f.height'])
    .where('c.config_id', '=', configId)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    picture: pictureOf(row, row.name),
  }))
}

/** The filter that a collection is made by; undefined where its products are chosen by hand, or there is no such collection. */
export async function findRule(db: Database, configId: number, id: number): Promise<Filter | undefined> {
  const row = await db
    .selectFrom('collection')
    .select('rule')
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.rule ? productFilter.parse(row.rule) : undefined
}
