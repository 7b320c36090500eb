import { sql } from 'kysely'
import { links } from '#contract/links.ts'
import type { Database } from '#server/db/connect.ts'
import { isPublic } from '../products/listing/product-filter.ts'

/** A URL for search engines, with the time of its last change if that is known. */
export interface SitemapEntry {
  path: string
  changed?: Date
}

/** All pages of a shop except its product pages: a few hundred. */
export async function listPages(db: Database, shopId: number): Promise<SitemapEntry[]> {
  const [categories, subcategories, collections, pages] = await Promise.all([
    db.selectFrom('category').select(['id', 'slug']).where('config_id', '=', shopId).orderBy('id').execute(),
    db
      .selectFrom('subcategory')
      .select(['id', 'category_id'])
      .where('config_id', '=', shopId)
      .orderBy('id')
      .execute(),
    db.selectFrom('collection').select('slug').where('config_id', '=', shopId).orderBy('id').execute(),
    db
      .selectFrom('content_page')
      .select(['slug', 'updated_at'])
      .where('config_id', '=', shopId)
      .orderBy('id')
      .execute(),
  ])
  return [
    { path: links.home() },
    { path: links.categories() },
    { path: links.products() },
    ...categories.map(({ slug }) => ({ path: links.listing(slug) })),
    ...subcategories.map(({ id, category_id }) => ({ path: links.products(category_id, id) })),
    ...collections.map(({ slug }) => ({ path: links.listing(slug) })),
    ...pages.map(({ slug, updated_at }) => ({ path: links.page(slug), changed: updated_at })),
  ]
}

/** The ranges of `size` product ids that contain products, counted from zero, with the time of their latest change. */
export async function listProductRanges(
  db: Database,
  shopId: number,
  size: number,
): Promise<{ range: number; changed: Date }[]> {
  const { rows } = await sql<{ range: number; changed: Date }>`
    select (p.id - 1) / ${sql.lit(size)} as range, max(p.updated_at) as changed
    from product p where p.config_id = ${shopId} and ${isPublic}
    group by 1 order by 1`.execute(db)
  return rows
}

/** The product pages of one range of ids. */
export async function listProductPages(
  db: Database,
  shopId: number,
  size: number,
  range: number,
): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ id: number; changed: Date }>`
    select p.id, p.updated_at as changed from product p
    where p.config_id = ${shopId} and ${isPublic}
      and p.id > ${range * size}::bigint and p.id <= ${(range + 1) * size}::bigint
    order by p.id`.execute(db)
  return rows.map(({ id, changed }) => ({ path: links.product(id), changed }))
}
