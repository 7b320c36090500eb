import { sql } from 'kysely'
import type { AdminSubcategory, subcategorySorts } from '#contract/admin-subcategory.ts'
import type { Database } from '#server/db/connect.ts'
import { listingOf, naming, versionOf, type ListedBy, type PictureRow } from './admin-listing.ts'
import { pictureOf } from './picture.ts'

const orders = {
  position: sql`s.position, s.id`,
  name: sql`lower(s.name), s.id`,
  name_desc: sql`lower(s.name) desc, s.id`,
  category: sql`lower(c.name), s.position, s.id`,
  category_desc: sql`lower(c.name) desc, s.position, s.id`,
  products: sql`products, s.position, s.id`,
  products_desc: sql`products desc, s.position, s.id`,
}

interface Row extends PictureRow {
  id: number
  name: string
  slug: string
  parent_category_id: number
  productcategoryname: string | null
  position: number
  products: number
  version: number
}

/** A page of the shop's subcategories, of one category where that is asked, and how many there are. */
export async function listAdminSubcategories(
  db: Database,
  configId: number,
  asked: ListedBy<(typeof subcategorySorts)[number]> & { category?: number | undefined },
): Promise<{ data: AdminSubcategory[]; total: number }> {
  const within = asked.category === undefined ? sql`true` : sql`s.category_id = ${asked.category}`
  const { rows, total } = await listingOf<Row>(db, asked, {
    columns: sql`s.id, s.name, s.slug, s.category_id as parent_category_id, c.name as productcategoryname, s.position,
      f.file, f.width, f.height, coalesce(n.products, 0) as products, ${versionOf('subcategory', 's')} as version`,
    from: sql`subcategory s
      left join category c on c.config_id = s.config_id and c.id = s.category_id
      left join picture f on f.config_id = s.config_id and f.file = s.picture
      left join (select subcategory_id as id, count(*)::int as products from product
        where config_id = ${configId} and kept_category_id is not null group by 1) n on n.id = s.id`,
    where: sql`s.config_id = ${configId} and ${within} and ${naming('s.name', asked)}`,
    order: orders[asked.sort],
  })
  return {
    total,
    data: rows.map(({ name, file, width, height, ...row }) => ({
      ...row,
      subcategoryname: name,
      subcategoryimage: file,
      picture: pictureOf({ file, width, height }, name),
    })),
  }
}
