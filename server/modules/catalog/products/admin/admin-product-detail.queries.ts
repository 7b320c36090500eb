import { sql } from 'kysely'
import type { AdminProduct } from '#contract/catalog/admin/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { findVersion } from '#server/modules/audit/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { notFound } from '../../input.rules.ts'
import type { ProductStatus } from '../editing/product.rules.ts'

interface Row {
  id: number
  name: string
  slug: string
  status: ProductStatus
  description: string
  category_id: number
  subcategory_id: number | null
  price_from: number
  offer: number
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  gst: number
  tax_class: string | null
  hsn: string
  brand: string
  origin: string | null
  weight: number
  is_new: boolean
  options: string[]
  search_title: string | null
  search_description: string | null
  created_at: Date
  updated_at: Date
  /** Amounts in minor units. */
  variants: AdminProduct['variants']
  images: AdminProduct['images']
  specifications: AdminProduct['productspecification']
}

/** Everything that staff can edit of a product. AppError 404 if it does not exist or was deleted. */
export async function requireAdminProduct(
  db: Database,
  { shopId, currency }: ShopContext,
  id: number,
): Promise<AdminProduct> {
  // Read before the product, so that a change in between causes a version conflict and is not overwritten.
  const version = await findVersion(db, shopId, { subject: 'product', subjectId: id })
  const { rows } = await sql<Row>`
    select p.*,
      array(
        select json_build_object('variantid', v.id, 'sku', v.sku, 'options', v.options, 'price', v.price, 'sale_price', v.sale_price,
          'stock', case when v.tracked then l.available end, 'tracked', v.tracked,
          'sellwhensoldout', v.sell_when_sold_out, 'image', v.image, 'barcode', v.barcode, 'mpn', v.mpn, 'cost', v.cost,
          'shelf', v.shelf)
        from variant v join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
        where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null
        order by v.position, v.id
      ) as variants,
      array(
        select json_build_object('file', f.file, 'width', f.width, 'height', f.height, 'alt', pp.alt, 'video', pp.video)
        from product_image pp join image f on f.config_id = pp.config_id and f.file = pp.file
        where pp.config_id = p.config_id and pp.product_id = p.id
        order by pp.position
      ) as images,
      array(
        select json_build_object('productspecificationid', n.id, 'name', n.name, 'productspecificationdescription', ps.description)
        from product_specification ps join specification n on n.config_id = ps.config_id and n.id = ps.specification_id
        where ps.config_id = p.config_id and ps.product_id = p.id
        order by ps.position, n.id
      ) as specifications
    from product p
    where p.config_id = ${shopId} and p.id = ${id} and p.deleted_at is null`.execute(db)
  const [row] = rows
  if (!row) throw notFound('product')
  return {
    productid: row.id,
    productname: row.name,
    slug: row.slug,
    status: row.status,
    productdescription: row.description,
    productcategoryid: row.category_id,
    productsubcategoryid: row.subcategory_id,
    productprice: toMajor(row.price_from, currency),
    productoffer: row.offer / 100,
    sale_starts_at: row.sale_starts_at?.toISOString() ?? null,
    sale_ends_at: row.sale_ends_at?.toISOString() ?? null,
    productgst: row.gst / 100,
    taxclass: row.tax_class,
    hsn: row.hsn,
    brand: row.brand,
    origin: row.origin,
    productweight: row.weight,
    is_new: row.is_new ? 1 : 0,
    options: row.options,
    variants: row.variants.map((variant) => ({
      ...variant,
      price: toMajor(variant.price, currency),
      sale_price: variant.sale_price === null ? null : toMajor(variant.sale_price, currency),
      cost: variant.cost === null ? null : toMajor(variant.cost, currency),
    })),
    images: row.images,
    productspecification: row.specifications,
    search_title: row.search_title,
    search_description: row.search_description,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version,
  }
}
