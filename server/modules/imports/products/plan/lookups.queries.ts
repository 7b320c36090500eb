import { sql } from 'kysely'
import { taxClasses } from '#contract/tax/tax-rate.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { lockProducts, makeDistinctSlug } from '#server/modules/catalog/index.ts'
import { listFieldsOf, listStoredValues } from '#server/modules/custom-fields/index.ts'
import { findSettings } from '#server/modules/settings/index.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { Lookups, StoredProduct } from './product-plan.ts'

/** What the names of a file mean in this shop; `files` is empty. */
export async function loadLookups(db: Database, shopId: number): Promise<Lookups> {
  const [categories, subcategories, specifications, customFields, { classes }] = await Promise.all([
    db.selectFrom('category').select(['id', 'name']).where('config_id', '=', shopId).execute(),
    db
      .selectFrom('subcategory')
      .select(['id', 'name', 'category_id'])
      .where('config_id', '=', shopId)
      .execute(),
    db.selectFrom('specification').select(['id', 'name']).where('config_id', '=', shopId).execute(),
    listFieldsOf(db, shopId, 'product'),
    // The classes do not depend on the currency.
    findSettings(db, { shopId, currency: '' }, 'tax_rates'),
  ])
  return {
    categories: new Map(categories.map(({ id, name }) => [name.toLowerCase(), id])),
    subcategories: new Map(
      subcategories.map((row) => [`${row.category_id} ${row.name.toLowerCase()}`, row.id]),
    ),
    specifications: new Map(specifications.map(({ id, name }) => [name.toLowerCase(), id])),
    customFields: new Map(customFields.map((field) => [field.key, field])),
    names: new Map([
      ...categories.map(({ id, name }) => [`category ${id}`, name] as const),
      ...subcategories.map(({ id, name }) => [`subcategory ${id}`, name] as const),
      ...specifications.map(({ id, name }) => [`specification ${id}`, name] as const),
    ]),
    taxClasses: new Map(
      [...taxClasses, ...classes].flatMap(({ code, name }) => [
        [name.toLowerCase(), code] as const,
        [code, code] as const,
      ]),
    ),
    files: new Map(),
  }
}

/** The stored images of addresses: downloaded before, or the shop's own uploads. */
export async function findFiles(
  db: Database,
  shopId: number,
  products: readonly ImportedProduct[],
): Promise<Map<string, string>> {
  const urls = [...new Set(products.flatMap(({ images }) => images.map(({ url }) => url)))]
  if (urls.length === 0) return new Map()
  const own = urls.map((url) => /\/uploads\/([0-9a-f]{20}\.webp)$/.exec(url)?.[1] ?? null)
  const { rows } = await sql<{ url: string; file: string }>`
    select wanted.url, image.file
    from unnest(${urls}::text[], ${own}::text[]) wanted (url, own)
    left join downloaded_image d on d.config_id = ${shopId} and d.url = wanted.url
    join image on image.config_id = ${shopId} and image.file = coalesce(d.file, wanted.own)`.execute(db)
  return new Map(rows.map(({ url, file }) => [url, file]))
}

/** A product of the file with the shop's product that it means. */
interface Match {
  imported: ImportedProduct
  stored: StoredProduct | undefined
}

/**
 * Finds the products with these handles, else with these SKUs, and locks them until the transaction ends. A handle that is made
 * from a name proves little: the SKU counts first, and a product of the same name with other SKUs is another one.
 */
export async function findStored(
  tx: Transaction,
  shopId: number,
  products: readonly ImportedProduct[],
): Promise<Match[]> {
  const handles = products.map(({ handle }) => handle)
  const skus = products.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? []))
  const [bySlug, bySku] = await Promise.all([
    sql<{ id: number; slug: string; hasSkus: boolean }>`
      select id, slug, exists (select from variant v
        where v.config_id = p.config_id and v.product_id = p.id and v.sku is not null and v.retired_at is null) as "hasSkus"
      from product p where config_id = ${shopId} and slug = any(${handles}::text[]) and deleted_at is null`.execute(
      tx,
    ),
    sql<{ id: number; sku: string }>`
      select product_id as id, sku from variant
      where config_id = ${shopId} and sku = any(${skus}::text[]) and retired_at is null`.execute(tx),
  ])
  const ofSlug = new Map(bySlug.rows.map((row) => [row.slug, row]))
  const idOfSku = new Map(bySku.rows.map(({ sku, id }) => [sku, id]))
  const matches = products.map((imported) => match(imported, ofSlug.get(imported.handle), idOfSku))
  const wanted = [...new Set(matches.flatMap(({ id }) => id ?? []))]
  if (wanted.length === 0) return matches.map(({ imported }) => ({ imported, stored: undefined }))
  const states = await lockProducts(tx, shopId, wanted)
  const [available, values] = await Promise.all([
    availableUnits(tx, shopId, wanted),
    listStoredValues(tx, shopId, 'product', wanted),
  ])
  return matches.map(({ imported, id }) => {
    const state = id === undefined ? undefined : states.get(id)
    return {
      imported,
      stored: state && id !== undefined ? { id, state, available, custom: values.get(id) } : undefined,
    }
  })
}

/** The product that an imported one means. What it may not have of another one is left out, with a note. */
function match(
  imported: ImportedProduct,
  ofSlug: { id: number; hasSkus: boolean } | undefined,
  idOfSku: ReadonlyMap<string, number>,
): { imported: ImportedProduct; id: number | undefined } {
  const skus = imported.variants.flatMap(({ sku }) => sku ?? [])
  const [bySku] = skus.flatMap((sku) => idOfSku.get(sku) ?? [])
  const isAnother =
    imported.isHandleDerived && bySku === undefined && ofSlug?.hasSkus === true && skus.length > 0
  if (isAnother) {
    const suffix = makeDistinctSlug(skus[0] ?? '')
    return { imported: { ...imported, handle: `${imported.handle}-${suffix}`.slice(0, 120) }, id: undefined }
  }
  const id = imported.isHandleDerived ? (bySku ?? ofSlug?.id) : (ofSlug?.id ?? bySku)
  const foreign = new Set(skus.filter((sku) => (idOfSku.get(sku) ?? id) !== id))
  if (foreign.size === 0) return { imported, id }
  const notes = [...foreign].map((sku) => `Another product has the SKU ${sku}, so it is left out here`)
  const variants = imported.variants.map((variant) =>
    foreign.has(variant.sku ?? '') ? { ...variant, sku: undefined } : variant,
  )
  return { imported: { ...imported, variants, notes: [...imported.notes, ...notes] }, id }
}

async function availableUnits(tx: Transaction, shopId: number, productIds: readonly number[]) {
  const { rows } = await sql<{ id: number; available: number }>`
    select variant_id as id, available from stock_level
    where config_id = ${shopId} and product_id = any(${productIds}::integer[])`.execute(tx)
  return new Map(rows.map(({ id, available }) => [id, available]))
}
