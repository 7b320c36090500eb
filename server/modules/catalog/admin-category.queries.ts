import { sql } from 'kysely'
import type { AdminCategory, categorySorts } from '#contract/admin-category.ts'
import type { Database } from '#server/db/connect.ts'
import { listingOf, naming, versionOf, type ListedBy, type PictureRow } from './admin-listing.ts'
import { pictureOf } from './picture.ts'

const orders = {
  position: sql`c.position, c.id`,
  name: sql`lower(c.name), c.id`,
  name_desc: sql`lower(c.name) desc, c.id`,
  products: sql`products, c.position, c.id`,
  products_desc: sql`products desc, c.position, c.id`,
}

interface Row extends PictureRow {
  id: number
  name: string
  slug: string
  position: number
  subcategories: number
  products: number
  version: number
}

/** A page of the shop's categories with what lies in them, and how many there are. */
export async function listAdminCategories(
  db: Database,
  configId: number,
  asked: ListedBy<(typeof categorySorts)[number]>,
): Promise<{ data: Omit<AdminCategory, 'ledToBy'>[]; total: number }> {
  const { rows, total } = await listingOf<Row>(db, asked, {
    columns: sql`c.id, c.name, c.slug, c.position, f.file, f.width, f.height,
      (select count(*)::int from subcategory s where s.config_id = c.config_id and s.category_id = c.id) as subcategories,
      coalesce(n.products, 0) as products, ${versionOf('category', 'c')} as version`,
    from: sql`category c
      left join picture f on f.config_id = c.config_id and f.file = c.picture
      left join (select kept_category_id as id, count(*)::int as products from product
        where config_id = ${configId} and kept_category_id is not null group by 1) n on n.id = c.id`,
    where: sql`c.config_id = ${configId} and ${naming('c.name', asked)}`,
    order: orders[asked.sort],
  })
  return {
    total,
    data: rows.map(({ name, file, width, height, ...row }) => ({
      ...row,
      productcategoryname: name,
      productcategoryimage: file,
      picture: pictureOf({ file, width, height }, name),
    })),
  }
}
