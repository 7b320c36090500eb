import { sql, type RawBuilder } from 'kysely'
import type { AdminCategory, categorySorts } from '#contract/catalog/admin/category.ts'
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
  position: sql`c.position, c.id`,
  name: sql`lower(c.name), c.id`,
  name_desc: sql`lower(c.name) desc, c.id`,
  products: sql`products, c.position, c.id`,
  products_desc: sql`products desc, c.position, c.id`,
}

type CategoryRow = Omit<AdminCategory, 'linkedFrom'>

interface Row
  extends ImageRow, Pick<CategoryRow, 'id' | 'slug' | 'position' | 'version' | 'taxclass' | 'sizeguide'> {
  name: string
  subcategories: number
  products: number
}

const columns = sql`c.id, c.name, c.slug, c.position, coalesce(c.tax_class, '') as taxclass,
  coalesce(c.size_guide, '') as sizeguide, f.file, f.width, f.height,
  (select count(*)::int from subcategory s where s.config_id = c.config_id and s.category_id = c.id) as subcategories,
  coalesce(n.products, 0) as products, ${versionOf('category', 'c')} as version`

const fromCategories = (shopId: number): RawBuilder<unknown> => sql`category c
  left join image f on f.config_id = c.config_id and f.file = c.image
  left join (select referenced_category_id as id, count(*)::int as products from product
    where config_id = ${shopId} and referenced_category_id is not null group by 1) n on n.id = c.id`

/** A page of the shop's categories with the numbers of their subcategories and products, and how many there are. */
export async function listAdminCategories(
  db: Database,
  shopId: number,
  query: ListQuery<(typeof categorySorts)[number]>,
): Promise<{ data: CategoryRow[]; total: number }> {
  const { rows, total } = await selectPage<Row>(db, query, {
    columns,
    from: fromCategories(shopId),
    where: sql`c.config_id = ${shopId} and ${contains('c.name', query)}`,
    order: orders[query.sort],
  })
  return { data: rows.map(categoryOf), total }
}

/** One category with the numbers of its subcategories and products, or undefined. */
export async function findAdminCategory(
  db: Database,
  shopId: number,
  id: number,
): Promise<CategoryRow | undefined> {
  const where = sql`c.config_id = ${shopId} and c.id = ${id}`
  const row = await selectOne<Row>(db, { columns, from: fromCategories(shopId), where })
  return row && categoryOf(row)
}

function categoryOf({ name, file, width, height, ...row }: Row): CategoryRow {
  return {
    ...row,
    productcategoryname: name,
    productcategoryimage: file,
    image: imageOf({ file, width, height }, name),
  }
}
