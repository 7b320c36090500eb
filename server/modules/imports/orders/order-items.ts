import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { createCategory, createProduct } from '#server/modules/catalog/index.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import type { PendingImport } from '../run/pending-import.ts'
import { itemKey } from './order-sums.rules.ts'

/** The shop's variants of items, by `itemKey`. */
export type KnownItems = ReadonlyMap<string, { productId: number; variantId: number }>

/** The category of products that only old orders name. */
const PAST_CATEGORY = 'Past products'

/**
 * The variants that the planned orders name. An item that the shop does not know becomes an archived product, so that order,
 * reports and customer account show it like any other.
 */
export async function prepareItems(db: Database, pending: PendingImport): Promise<KnownItems> {
  const { shopId, currency } = pending
  const { rows } = await sql<{ name: string; sku: string; price: number }>`
    select distinct on (1, 2) item ->> 'sku' as sku, case when item ->> 'sku' = '' then item ->> 'name' else '' end as "group",
      item ->> 'name' as name, (item ->> 'price')::float8 as price
    from data_import_item i cross join jsonb_array_elements(i.content -> 'items') item
    where i.config_id = ${shopId} and i.import_id = ${pending.id} and i.outcome = 'create' and i.state = 'planned'
    order by 1, 2`.execute(db)
  const known = new Map(await findItems(db, shopId, rows))
  const unknown = rows.filter((item) => !known.has(itemKey(item)))
  if (unknown.length === 0) return known
  const { id: categoryId } = (await findCategory(db, shopId)) ?? {
    id: await db.transaction().execute((tx) => createCategory(tx, pending, { name: PAST_CATEGORY })),
  }
  for (const { name, sku, price } of unknown) {
    await db.transaction().execute((tx) =>
      createProduct(tx, pending, {
        name,
        categoryId,
        status: 'archived',
        variants: [{ options: {}, sku: sku || null, price: toMinor(price, currency) }],
      }),
    )
  }
  return findItems(db, shopId, rows)
}

const findCategory = (db: Database, shopId: number) =>
  db
    .selectFrom('category')
    .select('id')
    .where('config_id', '=', shopId)
    .where('name', '=', PAST_CATEGORY)
    .executeTakeFirst()

/** The shop's variants of these items: by SKU, or by the name of a product for items without one. */
export async function findItems(
  db: Database,
  shopId: number,
  items: readonly { name: string; sku: string }[],
): Promise<KnownItems> {
  const skus = items.flatMap(({ sku }) => sku || [])
  const names = items.flatMap(({ sku, name }) => (sku ? [] : name.toLowerCase()))
  const { rows } = await sql<{ key: string; productId: number; variantId: number }>`
    select 'sku ' || v.sku as key, v.product_id as "productId", v.id as "variantId"
    from variant v where v.config_id = ${shopId} and v.sku = any(${skus}::text[])
    union all
    select distinct on (lower(p.name)) 'name ' || lower(p.name), p.id, v.id
    from product p join variant v on v.config_id = p.config_id and v.product_id = p.id
    where p.config_id = ${shopId} and lower(p.name) = any(${names}::text[]) and p.deleted_at is null and v.retired_at is null`.execute(
    db,
  )
  return new Map(rows.map(({ key, ...variant }) => [key, variant]))
}
