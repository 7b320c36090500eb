import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { giveStockBack, type StockChange } from '../run/give-stock-back.ts'
import type { ImportKind, Item, UndoScope } from '../run/import-kind.ts'
import type { PendingImport } from '../run/pending-import.ts'
import { listEntries, undoNeeded, undoTogether } from '../run/undo-entries.ts'
import { createMissing } from './create-missing.ts'
import { fetchImages } from './download-images.ts'
import { magentoFormat } from './formats/magento-format.ts'
import { ownFormat } from './formats/own-format.ts'
import { shopifyFormat } from './formats/shopify-format.ts'
import { woocommerceFormat } from './formats/woocommerce-format.ts'
import type { ImportedProduct } from './imported-product.ts'
import { findFiles, findStored, loadLookups } from './plan/lookups.queries.ts'
import type { Lookups } from './plan/product-plan.ts'
import { planProduct } from './plan/product-plan.rules.ts'
import { separateSkus } from './repeated-skus.rules.ts'
import { writeProducts } from './write-products.ts'

/** Products with their variants, stock and images. */
export const productKind: ImportKind<ImportedProduct, Lookups> = {
  kind: 'products',
  formats: [shopifyFormat, woocommerceFormat, magentoFormat, ownFormat],
  amountColumns: ['price', 'compareAtPrice', 'salePrice', 'cost', 'offer', 'gst'],
  missingColumn: ({ name, sku }) =>
    name === undefined && sku === undefined
      ? { column: 'name', message: 'Choose the column with the name or the SKU' }
      : undefined,
  keysOf: ({ handle, variants }) => [
    `handle ${handle}`,
    ...variants.flatMap(({ sku }) => (sku === undefined ? [] : [`SKU ${sku}`])),
  ],
  separate: separateSkus,
  nameOf: ({ name, handle }) => name ?? handle,
  load: (db, { shopId }) => loadLookups(db, shopId),
  plan: planProducts,
  prepare: createMissing,
  fetch: fetchImages,
  write: writeProducts,
  async undo(tx, pending, item, scope) {
    const [stays] = await undoProducts(tx, pending, [item], scope)
    return stays
  },
  undoAll: undoProducts,
  finishUndo: async (db, pending, scope) => [
    ...(await undoNeeded(db, pending, ['redirect'], scope, 100)),
    ...(await undoNeeded(db, pending, ['subcategory', 'category', 'specification'], scope)),
  ],
  tables: [
    'product',
    'variant',
    'product_specification',
    'product_listing',
    'stock_level',
    'stock_movement',
    'specification',
    'custom_values',
    'facet_value',
    'facet_count',
    'search_document',
    'search_word',
  ],
}

async function planProducts(
  db: Database,
  { shopId, currency }: PendingImport,
  products: readonly ImportedProduct[],
  names: Lookups,
) {
  const lookups = { ...names, files: await findFiles(db, shopId, products) }
  const matches = await db.transaction().execute((tx) => findStored(tx, shopId, products))
  return matches.map(({ imported, stored }) => {
    const plan = planProduct(imported, stored, { lookups, currency })
    return { ...plan, name: imported.name ?? stored?.state.name ?? imported.handle }
  })
}

/** Undoes these products together. Returns why one stays, in their order. */
async function undoProducts(
  tx: Transaction,
  pending: PendingImport,
  items: readonly Item[],
  scope: UndoScope,
): Promise<(string | undefined)[]> {
  const ids = items.map(({ recordId }) => recordId)
  const entries = await listEntries(tx, pending, ['product'], ids)
  await undoTogether(
    tx,
    pending,
    entries.map(({ id }) => id),
    scope,
  )
  const isCreated = new Set(
    entries.flatMap(({ action, subject_id }) => (action === 'create' ? [subject_id] : [])),
  )
  const values = await listEntries(tx, pending, ['product_custom_values'], ids)
  await undoTogether(
    tx,
    pending,
    values.flatMap(({ id, subject_id }) => (isCreated.has(subject_id) ? [] : [id])),
    scope,
  )
  await giveStockBack(
    tx,
    pending,
    items.flatMap(({ undo }) => undo as StockChange[]),
  )
  const { rows } = await sql<{ id: string }>`
    select id::text from product where config_id = ${pending.shopId} and id = any(${[...isCreated]}::integer[])
      and deleted_at is null`.execute(tx)
  const left = new Set(rows.map(({ id }) => id))
  return ids.map((id) =>
    left.has(id ?? '') ? 'It has been ordered, so it stays as an archived product' : undefined,
  )
}
