import { sql, type RawBuilder } from 'kysely'
import type { AdminProductFilter, AdminProductRow, AdminProductSort } from '#contract/admin-product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { listedBy, listedIn } from './admin-product-filter.ts'
import { notFound } from './input.rules.ts'
import { pictureOf } from './picture.ts'
import type { ProductStatus } from './product.rules.ts'

interface Paged {
  page: number
  limit: number
  sort: AdminProductSort
}

/** One page of the dashboard's table, and how many products match, which `count` says where the page does not tell. */
export async function listForStaff(
  db: Database,
  shop: ShopContext,
  filter: AdminProductFilter,
  { page, limit, sort }: Paged,
  count: () => Promise<number>,
): Promise<{ data: AdminProductRow[]; total: number }> {
  const offset = (page - 1) * limit
  const order = listedBy[sort]
  const chosen = sql`select l.*, row_number() over () as position from (
    select l.product_id, l.stock from product_listing l
    where ${listedIn(shop.configId, filter)} order by ${order} limit ${limit} offset ${offset}) l`
  const rows = selectRows(db, shop, chosen)
  // A page that is not full is the last one.
  const first = page === 1 ? (await rows).length : limit
  const [data, total] = await Promise.all([rows, first < limit ? first : count()])
  return { data, total }
}

/** How many products match. */
export async function countForStaff(
  db: Database,
  configId: number,
  filter: AdminProductFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from product_listing l where ${listedIn(configId, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A product as the table shows it. AppError 404 where there is none. */
export async function requireRow(db: Database, shop: ShopContext, id: number): Promise<AdminProductRow> {
  const [row] = await selectRows(
    db,
    shop,
    sql`select l.product_id, l.stock, 1 as position from product_listing l where l.config_id = ${shop.configId} and l.product_id = ${id}`,
  )
  if (!row) throw notFound('product')
  return row
}

interface Row {
  id: number
  name: string
  slug: string
  status: ProductStatus
  file: string | null
  width: number | null
  height: number | null
  alt: string | null
  category_id: number
  category_name: string
  subcategory_id: number | null
  subcategory_name: string | null
  price_from: number
  price_to: number
  offer: number
  is_new: boolean
  stock: number
  variants: number
  variant_id: number
  created_at: Date
  updated_at: Date
  version: number
}

async function selectRows(
  db: Database,
  { configId, currency }: ShopContext,
  chosen: RawBuilder<unknown>,
): Promise<AdminProductRow[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.slug, p.status, picture.file, picture.width, picture.height, picture.alt,
      p.category_id, c.name as category_name, p.subcategory_id, s.name as subcategory_name,
      p.price_from, p.price_to, p.offer, p.is_new, chosen.stock, v.variants, v.variant_id, p.created_at, p.updated_at,
      coalesce((select j.id from journal j where j.config_id = ${configId} and j.subject = 'product' and j.subject_id = p.id::text
        order by j.id desc limit 1), 0) as version
    from (${chosen}) chosen
    join product p on p.config_id = ${configId} and p.id = chosen.product_id
    join category c on c.config_id = p.config_id and c.id = p.category_id
    left join subcategory s on s.config_id = p.config_id and s.id = p.subcategory_id
    left join lateral (
      select f.file, f.width, f.height, pp.alt from product_picture pp
      join picture f on f.config_id = pp.config_id and f.file = pp.file
      where pp.config_id = p.config_id and pp.product_id = p.id order by pp.position limit 1
    ) picture on true
    cross join lateral (
      select count(*)::int as variants, min(id) as variant_id from variant
      where config_id = p.config_id and product_id = p.id and retired_at is null
    ) v
    order by chosen.position`.execute(db)
  return rows.map((row) => rowOf(row, currency))
}

function rowOf(row: Row, currency: string): AdminProductRow {
  return {
    productid: row.id,
    productname: row.name,
    slug: row.slug,
    status: row.status,
    picture: pictureOf(row, row.alt ?? ''),
    productcategoryid: row.category_id,
    productcategoryname: row.category_name,
    productsubcategoryid: row.subcategory_id,
    subcategoryname: row.subcategory_name,
    pricefrom: toMajor(row.price_from, currency),
    priceto: toMajor(row.price_to, currency),
    productoffer: row.offer / 100,
    is_new: row.is_new ? 1 : 0,
    stock: row.stock,
    variants: row.variants,
    variantid: row.variants === 1 ? row.variant_id : null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  }
}
