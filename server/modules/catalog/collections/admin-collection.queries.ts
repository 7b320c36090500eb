import { sql } from 'kysely'
import type { AdminCollection, CollectionDetail } from '#contract/catalog/admin/collection.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { contains, selectPage, type ImageRow, type ListQuery } from '../admin-list.queries.ts'
import { imageOf } from '../images/image.ts'
import { isPublic } from '../products/listing/product-filter.ts'
import { countProducts } from '../products/listing/product-list.queries.ts'
import { prepareSelection } from '../products/listing/product-selection.queries.ts'

const orders = {
  position: sql`c.position, c.id`,
  name: sql`lower(c.name), c.id`,
  name_desc: sql`lower(c.name) desc, c.id`,
}

type Row = ImageRow & Pick<AdminCollection, 'id' | 'name' | 'slug' | 'description' | 'position' | 'byRule'>

/** A page of the shop's collections with their visible product counts, and how many collections there are. */
export async function listAdminCollections(
  db: Database,
  shop: ShopContext,
  query: ListQuery<keyof typeof orders>,
): Promise<{ data: AdminCollection[]; total: number }> {
  const { rows, total } = await selectPage<Row>(db, query, {
    columns: sql`c.id, c.name, c.slug, c.description, c.position, c.rule is not null as "byRule", f.file, f.width, f.height`,
    from: sql`collection c left join image f on f.config_id = c.config_id and f.file = c.image`,
    where: sql`c.config_id = ${shop.shopId} and ${contains('c.name', query)}`,
    order: orders[query.sort],
  })
  const data = []
  for (const { file, width, height, ...row } of rows) {
    const selection = await prepareSelection(db, shop, { collectionid: row.id })
    const products = await countProducts(db, selection)
    data.push({ ...row, image: imageOf({ file, width, height }, row.name), products })
  }
  return { data, total }
}

/** One collection with its rule or its products in order, or undefined. */
export async function findAdminCollection(
  db: Database,
  shopId: number,
  id: number,
): Promise<CollectionDetail | undefined> {
  const row = await db
    .selectFrom('collection as c')
    .leftJoin('image as f', (join) =>
      join.onRef('f.config_id', '=', 'c.config_id').onRef('f.file', '=', 'c.image'),
    )
    .select(['c.id', 'c.name', 'c.slug', 'c.description', 'c.rule', 'f.file', 'f.width', 'f.height'])
    .where('c.config_id', '=', shopId)
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { file, width, height, rule, ...collection } = row
  const { rows: products } = await sql<CollectionDetail['products'][number]>`
    select p.id, p.name, ${isPublic} as seen, (
      select pp.file from product_image pp where pp.config_id = p.config_id and pp.product_id = p.id
      order by pp.position limit 1) as file
    from collection_product m join product p on p.config_id = m.config_id and p.id = m.product_id
    where m.config_id = ${shopId} and m.collection_id = ${id} and p.deleted_at is null
    order by m.position, p.id`.execute(db)
  const version = await findVersion(db, shopId, { subject: 'collection', subjectId: id })
  return {
    ...collection,
    rule: rule as CollectionDetail['rule'],
    image: imageOf({ file, width, height }, row.name),
    products,
    version,
  }
}
