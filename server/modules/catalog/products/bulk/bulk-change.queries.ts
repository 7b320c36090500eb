import { sql, type RawBuilder } from 'kysely'
import type { AdminProductFilter } from '#contract/catalog/admin/product.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { matchesFilter } from '../admin/admin-product-filter.ts'
import type { ProductStatus, VariantState } from '../editing/product.rules.ts'
import { variantStates } from '../editing/product-state.queries.ts'
import type { ProductChange, CategoryNames, SelectedProduct } from './bulk-change.rules.ts'

/** The ids of one part of the matching products, in order; `next` is where the following part begins, null after the last. */
export async function listMatching(
  db: Database,
  shopId: number,
  filter: AdminProductFilter,
  { after = 0, limit }: { after: number | undefined; limit: number },
): Promise<{ ids: number[]; next: number | null }> {
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from product_listing l
    where ${matchesFilter(shopId, filter)} and l.product_id > ${after}
    order by l.product_id limit ${limit + 1}`.execute(db)
  const ids = rows.slice(0, limit).map(({ id }) => id)
  return { ids, next: rows.length > limit ? (ids.at(-1) ?? null) : null }
}

interface Row {
  id: number
  name: string
  category_id: number
  subcategory_id: number | null
  offer: number
  sale_starts_at: Date | null
  sale_ends_at: Date | null
  status: ProductStatus
  is_new: boolean
  gst: number
  tax_class: string | null
  hsn: string
}

/**
 * The fields of these products that a bulk change can write; variants only with `prices`. `lock` locks the products in the
 * order of id. AppError 404 for an unknown product.
 */
export async function selectForBulk(
  db: Database,
  shopId: number,
  ids: readonly number[],
  { prices, lock }: { prices: boolean; lock: boolean },
): Promise<SelectedProduct[]> {
  const { rows } = await sql<Row>`
    select id, name, category_id, subcategory_id, offer, sale_starts_at, sale_ends_at, status, is_new, gst, tax_class, hsn from product
    where config_id = ${shopId} and id = any(${ids}::integer[]) and deleted_at is null
    order by id ${lock ? sql`for no key update` : sql``}`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw new AppError(404, 'not_found', `Product ${missing} no longer exists`)
  const variants = prices ? await variantsOf(db, shopId, ids) : undefined
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: {
      categoryId: row.category_id,
      subcategoryId: row.subcategory_id,
      offer: row.offer,
      saleStartsAt: row.sale_starts_at?.toISOString() ?? null,
      saleEndsAt: row.sale_ends_at?.toISOString() ?? null,
      status: row.status,
      isNew: row.is_new,
      gst: row.gst,
      taxClass: row.tax_class,
      hsn: row.hsn,
      ...(variants && { variants: variants.get(row.id) ?? [] }),
    },
  }))
}

/** Variants in order, by the id of their product. */
async function variantsOf(db: Database, shopId: number, ids: readonly number[]) {
  const { rows } = await sql<{ product_id: number; variants: VariantState[] }>`
    select product_id, ${variantStates} as variants
    from variant
    where config_id = ${shopId} and product_id = any(${ids}::integer[]) and retired_at is null
    group by product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row.variants]))
}

/** AppError 400 for an unknown category, and for a subcategory of another category. */
export async function requireCategory(
  db: Database,
  shopId: number,
  categoryId: number,
  subcategoryId: number | null | undefined,
): Promise<void> {
  const exists = (table: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql<{
      found: boolean
    }>`select exists (select from ${table} where config_id = ${shopId} and ${condition}) as found`
      .execute(db)
      .then(({ rows }) => rows[0]?.found === true)
  if (!(await exists(sql`category`, sql`id = ${categoryId}`))) {
    throw invalidCategory('change.productcategoryid', 'There is no such category')
  }
  if (!subcategoryId) return
  if (!(await exists(sql`subcategory`, sql`id = ${subcategoryId} and category_id = ${categoryId}`))) {
    throw invalidCategory('change.productsubcategoryid', 'The subcategory does not belong to the category')
  }
}

const invalidCategory = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])

/** The names of all categories and subcategories in these changes. */
export async function findCategoryNames(
  db: Database,
  shopId: number,
  changes: readonly ProductChange[],
): Promise<CategoryNames> {
  const states = changes.flatMap(({ state, after }) => [state, after])
  const names = async (table: 'category' | 'subcategory', ids: readonly (number | null)[]) => {
    const known = [...new Set(ids)].filter((id) => id !== null)
    if (known.length === 0) return new Map<number, string>()
    const query = db.selectFrom(table).select(['id', 'name']).where('config_id', '=', shopId)
    const rows = await query.where('id', 'in', known).execute()
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
  return {
    categories: await names(
      'category',
      states.map(({ categoryId }) => categoryId),
    ),
    subcategories: await names(
      'subcategory',
      states.map(({ subcategoryId }) => subcategoryId),
    ),
  }
}
