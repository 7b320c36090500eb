import { sql } from 'kysely'
import type { Category, Subcategory } from '#contract/catalog/category.ts'
import type { Database } from '#server/db/connect.ts'
import { imageOf } from '../images/image.ts'

/** The shop's categories, in order. */
export async function listCategories(db: Database, shopId: number): Promise<Category[]> {
  const rows = await db
    .selectFrom('category as c')
    .leftJoin('image as f', (join) =>
      join.onRef('f.config_id', '=', 'c.config_id').onRef('f.file', '=', 'c.image'),
    )
    .select(['c.id', 'c.name', 'c.slug', 'f.file', 'f.width', 'f.height'])
    .where('c.config_id', '=', shopId)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    productcategoryname: row.name,
    productcategoryimage: row.file,
    slug: row.slug,
    image: imageOf(row, row.name),
  }))
}

/** The subcategories of one category or of the whole shop, in order; empty for an unknown category. */
export async function listSubcategories(
  db: Database,
  shopId: number,
  categoryId: number | undefined,
): Promise<Subcategory[]> {
  const rows = await db
    .selectFrom('subcategory as s')
    .leftJoin('image as f', (join) =>
      join.onRef('f.config_id', '=', 's.config_id').onRef('f.file', '=', 's.image'),
    )
    .select(['s.id', 's.name', 's.slug', 's.category_id', 'f.file', 'f.width', 'f.height'])
    .where('s.config_id', '=', shopId)
    .$if(categoryId !== undefined, (query) => query.where('s.category_id', '=', categoryId ?? 0))
    .orderBy('s.position')
    .orderBy('s.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subcategoryname: row.name,
    subcategoryimage: row.file,
    parent_category_id: row.category_id,
    slug: row.slug,
    image: imageOf(row, row.name),
  }))
}

/** Categories whose name contains the text, ignoring accents and word endings. Names that begin with it come first. */
export async function listMatchingCategories(
  db: Database,
  shopId: number,
  q: string,
  limit: number,
): Promise<{ id: number; name: string; slug: string }[]> {
  const { rows } = await sql<{ id: number; name: string; slug: string }>`
    select id, name, slug
    from category c,
      (select array_to_string(search_stems(${q}, search_language(locale)), ' ') as stems from shop where config_id = ${shopId}) query,
      -- Stemming may change a word that is still being typed, so the plain name is searched as well.
      lateral (select strpos(array_to_string(c.stems, ' '), query.stems) as in_stems,
        strpos(lower(c.name), lower(${q})) as in_name) position_of
    where config_id = ${shopId} and query.stems <> '' and in_stems + in_name > 0
    order by coalesce(nullif(in_name, 0), in_stems), position, id limit ${limit}`.execute(db)
  return rows
}
