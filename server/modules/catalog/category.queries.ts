import { sql } from 'kysely'
import type { Category, Subcategory } from '#contract/category.ts'
import type { Database } from '#server/db/connect.ts'
import { pictureOf } from './picture.ts'

/** The shop's categories, in order. */
export async function listCategories(db: Database, configId: number): Promise<Category[]> {
  const rows = await db
    .selectFrom('category as c')
    .leftJoin('picture as f', (join) =>
      join.onRef('f.config_id', '=', 'c.config_id').onRef('f.file', '=', 'c.picture'),
    )
    .select(['c.id', 'c.name', 'c.slug', 'f.file', 'f.width', 'f.height'])
    .where('c.config_id', '=', configId)
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    productcategoryname: row.name,
    productcategoryimage: row.file,
    slug: row.slug,
    picture: pictureOf(row, row.name),
  }))
}

/** The subcategories of one category, in order; none where there is no such category. */
export async function listSubcategories(
  db: Database,
  configId: number,
  categoryId: number,
): Promise<Subcategory[]> {
  const rows = await db
    .selectFrom('subcategory as s')
    .leftJoin('picture as f', (join) =>
      join.onRef('f.config_id', '=', 's.config_id').onRef('f.file', '=', 's.picture'),
    )
    .select(['s.id', 's.name', 's.slug', 's.category_id', 'f.file', 'f.width', 'f.height'])
    .where('s.config_id', '=', configId)
    .where('s.category_id', '=', categoryId)
    .orderBy('s.position')
    .orderBy('s.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    subcategoryname: row.name,
    subcategoryimage: row.file,
    parent_category_id: row.category_id,
    slug: row.slug,
    picture: pictureOf(row, row.name),
  }))
}

/** Categories with the text in their name, whatever its accents and endings, those that begin with it first. */
export async function listMatchingCategories(
  db: Database,
  configId: number,
  q: string,
  limit: number,
): Promise<{ id: number; name: string; slug: string }[]> {
  const { rows } = await sql<{ id: number; name: string; slug: string }>`
    select id, name, slug
    from category c,
      (select array_to_string(search_stems(${q}), ' ') as stems) asked,
      -- A word that is half typed may end like one that is whole.
      lateral (select strpos(array_to_string(c.stems, ' '), asked.stems) as of_stems,
        strpos(lower(c.name), lower(${q})) as of_name) place
    where config_id = ${configId} and asked.stems <> '' and of_stems + of_name > 0
    order by coalesce(nullif(of_name, 0), of_stems), position, id limit ${limit}`.execute(db)
  return rows
}
