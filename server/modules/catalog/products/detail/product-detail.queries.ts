import { sql } from 'kysely'
import type { ProductDetail } from '#contract/catalog/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { publicValues } from '#server/modules/custom-fields/index.ts'
import { listComments, listQuestions } from '#server/modules/comments/index.ts'
import { cardColumns, cardTables } from '../cards/product-card.queries.ts'
import { detailOf, type DetailRow } from './product-detail.ts'
import { isPublic } from '../listing/product-filter.ts'

const MAX_IMAGES = 1000

/** Everything that the product's page shows, or undefined for a product that shoppers cannot see. */
export async function findProduct(
  db: Database,
  shop: ShopContext,
  id: number,
): Promise<ProductDetail | undefined> {
  const [row, comments, questions] = await Promise.all([
    selectProduct(db, shop.shopId, id),
    listComments(db, shop.shopId, id, { page: 1, limit: 20 }),
    listQuestions(db, shop.shopId, id, { page: 1, limit: 10 }),
  ])
  return row && detailOf(row, { comments, questions }, shop)
}

async function selectProduct(db: Database, shopId: number, id: number): Promise<DetailRow | undefined> {
  const { rows } = await sql<DetailRow>`
    select ${cardColumns}, p.description, p.brand, p.origin, p.sale_ends_at, p.options,
      (select coalesce(json_object_agg(i.file, i.video), '{}') from product_image i
        where i.config_id = p.config_id and i.product_id = p.id and i.video is not null) as videos,
      coalesce(s.size_guide, c.size_guide) as size_guide, p.search_title, p.search_description,
      array(
        select json_build_object('specificationid', n.id, 'name', n.name, 'description', ps.description,
          'heading', n.heading)
        from product_specification ps
        join specification n on n.config_id = ps.config_id and n.id = ps.specification_id
        where ps.config_id = p.config_id and ps.product_id = p.id
        order by ps.position, n.id
      ) as specifications,
      array(
        select json_build_object('id', v.id, 'sku', v.sku, 'options', v.options, 'price', v.price,
          'sale_price', active_sale_price(v.sale_price, p.sale_starts_at, p.sale_ends_at),
          'image', v.image, 'barcode', v.barcode, 'mpn', v.mpn,
          'available', case when v.tracked then greatest(l.available, 0) end,
          'tracked', v.tracked, 'sell_when_sold_out', v.sell_when_sold_out)
        from variant v
        join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
        where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
        order by v.position, v.id
      ) as variants,
      ${publicValues} as custom_values
    from ${cardTables(MAX_IMAGES)}
    where p.config_id = ${shopId} and p.id = ${id} and ${isPublic}`.execute(db)
  return rows[0]
}
