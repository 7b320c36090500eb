import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { giveStockBack, type StockChange } from '../run/give-stock-back.ts'
import type { ImportKind } from '../run/import-kind.ts'
import type { PendingImport } from '../run/pending-import.ts'
import { listEntries, undoEntry } from '../run/undo-entries.ts'
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
  dateColumns: ['saleStartsAt', 'saleEndsAt'],
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
  load: (db, { configId }) => loadLookups(db, configId),
  plan: planProducts,
  prepare: createMissing,
  fetch: fetchImages,
  write: writeProducts,
  async undo(tx, pending, { recordId, undo }, scope) {
    const entries = await listEntries(tx, pending, ['product'], recordId)
    for (const { id } of entries) await undoEntry(tx, pending, id, scope)
    await giveStockBack(tx, pending, undo as StockChange[])
  },
  async finishUndo(db, pending, scope) {
    const subjects = ['subcategory', 'category', 'specification']
    const entries = await db.transaction().execute((tx) => listEntries(tx, pending, subjects))
    for (const { id } of entries) {
      // A name that is in use stays.
      await db
        .transaction()
        .execute((tx) => undoEntry(tx, pending, id, scope))
        .catch(ignoreRefusal)
    }
  },
  tables: [
    'product',
    'variant',
    'product_specification',
    'product_listing',
    'stock_level',
    'stock_movement',
    'specification',
    'facet_value',
    'facet_count',
    'search_document',
    'search_word',
  ],
}

async function planProducts(
  db: Database,
  { configId, currency }: PendingImport,
  products: readonly ImportedProduct[],
  names: Lookups,
) {
  const lookups = { ...names, files: await findFiles(db, configId, products) }
  const matches = await db.transaction().execute((tx) => findStored(tx, configId, products))
  return matches.map(({ imported, stored }) => {
    const plan = planProduct(imported, stored, { lookups, currency })
    return { ...plan, name: imported.name ?? stored?.state.name ?? imported.handle }
  })
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
