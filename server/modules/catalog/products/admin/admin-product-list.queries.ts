import { sql, type RawBuilder } from 'kysely'
import type {
  AdminProductFilter,
  AdminProductRow,
  AdminProductSort,
} from '#contract/catalog/admin/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { sortOrders, matchesFilter } from './admin-product-filter.ts'
import { notFound } from '../../input.rules.ts'
import { imageOf } from '../../images/image.ts'
import type { ProductStatus, VariantState } from '../editing/product.rules.ts'
import { variantStates } from '../editing/product-state.queries.ts'

interface Paged {
  page: number
  limit: number
  sort: AdminProductSort
}

/**
 * One page of the dashboard's table, and the number of matching products. `count` runs only if the page does not show it. A filter
 * by custom fields reads all values, so the same statement counts.
 */
export async function listAdminProducts(
  db: Database,
  shop: ShopContext,
  filter: AdminProductFilter,
  { page, limit, sort }: Paged,
  count: () => Promise<number>,
): Promise<{ data: AdminProductRow[]; total: number }> {
  const offset = (page - 1) * limit
  const order = sortOrders[sort]
  const total = filter.custom ? sql`count(*) over ()` : sql`null::bigint`
  const chosen = sql`select l.product_id, l.stock, l.total, row_number() over () as position from (
    select l.product_id, l.stock, ${total} as total from product_listing l
    where ${matchesFilter(shop.shopId, filter)} order by ${order} limit ${limit} offset ${offset}) l`
  const rows = selectRows<Row & { total: number | null }>(db, shop.shopId, chosen, sql`, chosen.total`)
  // A first page that is not full contains every match, so it needs no count.
  const first = page === 1 || filter.custom ? await rows : undefined
  const known = first?.[0]?.total ?? (page === 1 && first && first.length < limit ? first.length : undefined)
  const [pageRows, all] = await Promise.all([rows, known ?? count()])
  return { data: pageRows.map((row) => rowOf(row, shop.currency)), total: all }
}

/** How many products match the filter. */
export async function countAdminProducts(
  db: Database,
  shopId: number,
  filter: AdminProductFilter,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from product_listing l where ${matchesFilter(shopId, filter)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** One row of the table, with the stored variants. AppError 404 if the product does not exist. */
export async function requireRowWithVariants(
  db: Database,
  shop: ShopContext,
  id: number,
): Promise<{ row: AdminProductRow; variants: VariantState[] }> {
  const { shopId, currency } = shop
  const chosen = sql`select l.product_id, l.stock, 1 as position from product_listing l
    where l.config_id = ${shopId} and l.product_id = ${id}`
  const variants = sql`, (
    select ${variantStates} from variant where config_id = p.config_id and product_id = p.id and retired_at is null
  ) as variant_states`
  const [row] = await selectRows<Row & { variant_states: VariantState[] | null }>(
    db,
    shopId,
    chosen,
    variants,
  )
  if (!row) throw notFound('product')
  return { row: rowOf(row, currency), variants: row.variant_states ?? [] }
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
  stock: number | null
  variants: number
  variant_id: number
  created_at: Date
  updated_at: Date
  version: number
}

async function selectRows<R extends Row>(
  db: Database,
  shopId: number,
  chosen: RawBuilder<unknown>,
  moreColumns: RawBuilder<unknown> = sql``,
): Promise<R[]> {
  const { rows } = await sql<R>`
    select p.id, p.name, p.slug, p.status, image.file, image.width, image.height, image.alt,
      p.category_id, c.name as category_name, p.subcategory_id, s.name as subcategory_name,
      p.price_from, p.price_to, p.offer, p.is_new, case when v.tracked > 0 then chosen.stock end as stock, v.variants, v.variant_id, p.created_at, p.updated_at,
      coalesce((select j.id from audit_entry j where j.config_id = ${shopId} and j.subject = 'product' and j.subject_id = p.id::text
        order by j.id desc limit 1), 0) as version${moreColumns}
    from (${chosen}) chosen
    join product p on p.config_id = ${shopId} and p.id = chosen.product_id
    join category c on c.config_id = p.config_id and c.id = p.category_id
    left join subcategory s on s.config_id = p.config_id and s.id = p.subcategory_id
    left join lateral (
      select f.file, f.width, f.height, pp.alt from product_image pp
      join image f on f.config_id = pp.config_id and f.file = pp.file
      where pp.config_id = p.config_id and pp.product_id = p.id order by pp.position limit 1
    ) image on true
    cross join lateral (
      select count(*)::int as variants, count(*) filter (where tracked) as tracked, min(id) as variant_id from variant
      where config_id = p.config_id and product_id = p.id and retired_at is null
    ) v
    order by chosen.position`.execute(db)
  return rows
}

function rowOf(row: Row, currency: string): AdminProductRow {
  return {
    productid: row.id,
    productname: row.name,
    slug: row.slug,
    status: row.status,
    image: imageOf(row, row.alt ?? ''),
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
