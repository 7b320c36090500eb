import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { cardTables } from '../cards/product-card.queries.ts'
import { isPublic } from '../listing/product-filter.ts'
import { recordOf, type ProductRecord, type RecordRow } from './product-record.ts'

const MAX_IMAGES = 100

/** The records of these products in the order of the ids, without those that shoppers cannot see or buy. */
export async function listProductRecords(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<ProductRecord[]> {
  if (ids.length === 0) return []
  const { rows } = await prepared(
    'list_product_records',
    sql<RecordRow>`
    select p.id, p.slug, p.name, p.description, p.brand, p.weight, p.offer, p.options, p.sale_starts_at, p.sale_ends_at,
      json_build_object('name', c.name, 'slug', c.slug) as category,
      case when s.id is not null then json_build_object('name', s.name, 'slug', s.slug) end as subcategory,
      p.rating_sum, p.rating_count, images.images,
      array(
        select json_build_object('id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'mpn', v.mpn, 'options', v.options,
          'price', v.price, 'sale_price', active_sale_price(v.sale_price, p.sale_starts_at, p.sale_ends_at), 'image', v.image,
          'available', case when v.tracked then greatest(l.available, 0) end,
          'sell_when_sold_out', v.sell_when_sold_out)
        from variant v
        join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
        where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
        order by v.position, v.id
      ) as variants
    from ${cardTables(MAX_IMAGES)}
    where p.config_id = ${shopId} and p.id = any(${ids}) and ${isPublic}`,
  ).execute(db)
  const records = new Map(rows.map((row) => [row.id, recordOf(row)]))
  return ids.flatMap((id) => {
    const record = records.get(id)
    return record && record.variants.length > 0 ? record : []
  })
}

/** What names products and variants: ids, and texts that may be SKUs or slugs. */
export interface Identifiers {
  productIds: readonly number[]
  variantIds: readonly number[]
  texts: readonly string[]
}

/** A product with its slug, or a variant on sale with its SKU. */
export interface IdentifiedRow {
  productId: number
  variantId: number | null
  slug: string | null
  sku: string | null
}

/** The products and variants that shoppers can see and that one of the identifiers names. */
export async function listIdentified(
  db: Database,
  shopId: number,
  { productIds, variantIds, texts }: Identifiers,
): Promise<IdentifiedRow[]> {
  const { rows } = await sql<IdentifiedRow>`
    select p.id as "productId", null::integer as "variantId", p.slug::text as slug, null::text as sku
    from product p
    where p.config_id = ${shopId} and ${isPublic}
      and (p.id = any(${productIds}::integer[]) or p.slug = any(${texts}::text[]))
    union all
    select p.id, v.id, null, v.sku
    from variant v
    join product p on p.config_id = v.config_id and p.id = v.product_id and ${isPublic}
    where v.config_id = ${shopId} and v.retired_at is null
      and (v.id = any(${variantIds}::integer[]) or v.sku = any(${texts}::text[]))`.execute(db)
  return rows
}
