import { sql, type RawBuilder } from 'kysely'
import type { AdminSubcategory, subcategorySorts } from '#contract/catalog/admin/subcategory.ts'
import type { Database } from '#server/db/connect.ts'
import {
  contains,
  selectOne,
  selectPage,
  versionOf,
  type ImageRow,
  type ListQuery,
} from '../admin-list.queries.ts'
import { imageOf } from '../images/image.ts'

const orders = {
  position: sql`s.position, s.id`,
  name: sql`lower(s.name), s.id`,
  name_desc: sql`lower(s.name) desc, s.id`,
  category: sql`lower(c.name), s.position, s.id`,
  category_desc: sql`lower(c.name) desc, s.position, s.id`,
  products: sql`products, s.position, s.id`,
  products_desc: sql`products desc, s.position, s.id`,
}

interface Row extends ImageRow {
  id: number
  name: string
  slug: string
  parent_category_id: number
  productcategoryname: string | null
  position: number
  sizeguide: string
  products: number
  version: number
}

const columns = sql`s.id, s.name, s.slug, s.category_id as parent_category_id, c.name as productcategoryname, s.position,
  coalesce(s.size_guide, '') as sizeguide, f.file, f.width, f.height, coalesce(n.products, 0) as products, ${versionOf('subcategory', 's')} as version`

const fromSubcategories = (shopId: number): RawBuilder<unknown> => sql`subcategory s
  left join category c on c.config_id = s.config_id and c.id = s.category_id
  left join image f on f.config_id = s.config_id and f.file = s.image
  left join (select subcategory_id as id, count(*)::int as products from product
    where config_id = ${shopId} and referenced_category_id is not null group by 1) n on n.id = s.id`

/** A page of the shop's subcategories, or of one category's, and how many there are. */
export async function listAdminSubcategories(
  db: Database,
  shopId: number,
  query: ListQuery<(typeof subcategorySorts)[number]> & { category?: number | undefined },
): Promise<{ data: AdminSubcategory[]; total: number }> {
  const inCategory = query.category === undefined ? sql`true` : sql`s.category_id = ${query.category}`
  const { rows, total } = await selectPage<Row>(db, query, {
    columns,
    from: fromSubcategories(shopId),
    where: sql`s.config_id = ${shopId} and ${inCategory} and ${contains('s.name', query)}`,
    order: orders[query.sort],
  })
  return { data: rows.map(subcategoryOf), total }
}

/** One subcategory with the number of its products, or undefined. */
export async function findAdminSubcategory(
  db: Database,
  shopId: number,
  id: number,
): Promise<AdminSubcategory | undefined> {
  const where = sql`s.config_id = ${shopId} and s.id = ${id}`
  const row = await selectOne<Row>(db, { columns, from: fromSubcategories(shopId), where })
  return row && subcategoryOf(row)
}

function subcategoryOf({ name, file, width, height, ...row }: Row): AdminSubcategory {
  return {
    ...row,
    subcategoryname: name,
    subcategoryimage: file,
    image: imageOf({ file, width, height }, name),
  }
}
