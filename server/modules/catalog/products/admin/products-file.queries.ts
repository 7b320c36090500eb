import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { filedValues, type FiledValue } from '#server/modules/custom-fields/index.ts'
import type { ProductStatus } from '../editing/product.rules.ts'

/** A product as the products file has it. Prices in minor units before the offer, percentages in hundredths. */
export interface FiledProduct {
  id: number
  slug: string
  name: string
  status: ProductStatus
  category: string
  subcategory: string | null
  description: string
  /** Names of the options. */
  options: string[]
  offer: number
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  gst: number
  tax_class: string | null
  weight: number
  hsn: string
  brand: string
  origin: string | null
  is_new: boolean
  search_title: string | null
  search_description: string | null
  variants: {
    options: Record<string, string>
    sku: string | null
    price: number
    sale_price: number | null
    /** Units that can be sold; null: not counted. */
    stock: number | null
    tracked: boolean
    sell_when_sold_out: boolean
    image: string | null
    barcode: string | null
    mpn: string | null
    shelf: string | null
    cost: number | null
  }[]
  images: { file: string; alt: string }[]
  specifications: { name: string; description: string }[]
  custom_values: FiledValue[]
}

/** Everything that the products file says about these products, in the order of the ids. */
export async function listFiledProducts(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<FiledProduct[]> {
  const { rows } = await sql<FiledProduct>`
    select p.id, p.slug, p.name, p.status, c.name as category, s.name as subcategory, p.description, p.options, p.offer, p.sale_starts_at, p.sale_ends_at,
      p.gst, p.tax_class, p.weight, p.hsn, p.brand, p.origin, p.is_new, p.search_title, p.search_description,
      array(
        select json_build_object('options', v.options, 'sku', v.sku, 'price', v.price, 'sale_price', v.sale_price,
          'stock', case when v.tracked then l.available end, 'tracked', v.tracked, 'sell_when_sold_out', v.sell_when_sold_out,
          'image', v.image, 'barcode', v.barcode, 'mpn', v.mpn, 'cost', v.cost, 'shelf', v.shelf)
        from variant v join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
        where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
        order by v.position, v.id
      ) as variants,
      array(
        select json_build_object('file', i.file, 'alt', i.alt)
        from product_image i where i.config_id = p.config_id and i.product_id = p.id
        order by i.position
      ) as images,
      array(
        select json_build_object('name', n.name, 'description', ps.description)
        from product_specification ps join specification n on n.config_id = ps.config_id and n.id = ps.specification_id
        where ps.config_id = p.config_id and ps.product_id = p.id
        order by ps.position, n.id
      ) as specifications,
      ${filedValues} as custom_values
    from unnest(${ids}::integer[]) with ordinality as wanted (id, at)
    join product p on p.config_id = ${shopId} and p.id = wanted.id
    join category c on c.config_id = p.config_id and c.id = p.category_id
    left join subcategory s on s.config_id = p.config_id and s.id = p.subcategory_id
    order by wanted.at`.execute(db)
  return rows
}
