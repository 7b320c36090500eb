import { sql, type RawBuilder } from 'kysely'
import { bulkLimit, type AdminProductFilter } from '#contract/admin-product.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { listedIn } from './admin-product-filter.ts'
import type { ProductStatus, VariantState } from './product.rules.ts'
import type { Changed, PlaceNames, Selected } from './product-bulk.rules.ts'

/** The ids that match, in their order. AppError 400 where there are more than a bulk change takes. */
export async function listMatching(
  db: Database,
  configId: number,
  filter: AdminProductFilter,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select l.product_id as id from product_listing l where ${listedIn(configId, filter)}
    order by l.product_id limit ${bulkLimit + 1}`.execute(db)
  if (rows.length > bulkLimit) {
    const most = bulkLimit.toLocaleString('en')
    throw new AppError(400, 'too_many', `More than ${most} products match: please narrow the filter`)
  }
  return rows.map(({ id }) => id)
}

interface Row {
  id: number
  name: string
  category_id: number
  subcategory_id: number | null
  offer: number
  status: ProductStatus
  is_new: boolean
}

/**
 * These products with what a bulk change can change, their variants only where prices are meant; locked in the order of id
 * where `lock` says so. AppError 404 where one is not there any more.
 */
export async function selectForBulk(
  db: Database,
  configId: number,
  ids: readonly number[],
  { prices, lock }: { prices: boolean; lock: boolean },
): Promise<Selected[]> {
  const { rows } = await sql<Row>`
    select id, name, category_id, subcategory_id, offer, status, is_new from product
    where config_id = ${configId} and id = any(${ids}::integer[]) and deleted_at is null
    order by id ${lock ? sql`for no key update` : sql``}`.execute(db)
  const found = new Set(rows.map(({ id }) => id))
  const gone = ids.find((id) => !found.has(id))
  if (gone !== undefined) throw new AppError(404, 'not_found', `Product ${gone} is not there any more`)
  const variants = prices ? await variantsOf(db, configId, ids) : undefined
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: {
      categoryId: row.category_id,
      subcategoryId: row.subcategory_id,
      offer: row.offer,
      status: row.status,
      isNew: row.is_new,
      ...(variants && { variants: variants.get(row.id) ?? [] }),
    },
  }))
}

/** By the id of their product, in their order. */
async function variantsOf(db: Database, configId: number, ids: readonly number[]) {
  const { rows } = await sql<{ product_id: number; variants: VariantState[] }>`
    select product_id, json_agg(json_build_object('id', id, 'sku', sku, 'options', options, 'price', price, 'picture', picture)
      order by position) as variants
    from variant
    where config_id = ${configId} and product_id = any(${ids}::integer[]) and retired_at is null
    group by product_id`.execute(db)
  return new Map(rows.map((row) => [row.product_id, row.variants]))
}

/** AppError 400 where the shop has no such category, or the subcategory belongs to another. */
export async function requirePlace(
  db: Database,
  configId: number,
  categoryId: number,
  subcategoryId: number | null | undefined,
): Promise<void> {
  const found = (table: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql<{
      found: boolean
    }>`select exists (select from ${table} where config_id = ${configId} and ${condition}) as found`
      .execute(db)
      .then(({ rows }) => rows[0]?.found === true)
  if (!(await found(sql`category`, sql`id = ${categoryId}`))) {
    throw refusedPlace('change.productcategoryid', 'There is no such category')
  }
  if (!subcategoryId) return
  if (!(await found(sql`subcategory`, sql`id = ${subcategoryId} and category_id = ${categoryId}`))) {
    throw refusedPlace('change.productsubcategoryid', 'The subcategory does not belong to the category')
  }
}

const refusedPlace = (path: string, message: string) =>
  new AppError(400, 'invalid_input', message, [{ path, message }])

/** The names of all places that these products are moved from or to. */
export async function findPlaceNames(
  db: Database,
  configId: number,
  changes: readonly Changed[],
): Promise<PlaceNames> {
  const states = changes.flatMap(({ state, after }) => [state, after])
  const names = async (table: 'category' | 'subcategory', ids: readonly (number | null)[]) => {
    const known = [...new Set(ids)].filter((id) => id !== null)
    if (known.length === 0) return new Map<number, string>()
    const query = db.selectFrom(table).select(['id', 'name']).where('config_id', '=', configId)
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
