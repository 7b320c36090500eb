import { stockColumns, type StockColumnName } from '#contract/stock/stock-columns.ts'
import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { setStockCounts } from '#server/modules/stock/index.ts'
import { createCellReader, type Remarks } from '../formats/cell-reader.ts'
import { mapHeadings, type Format } from '../formats/format.ts'
import { giveStockBack, type StockChange } from '../run/give-stock-back.ts'
import type { ImportedRow, ImportKind, RowPlan } from '../run/import-kind.ts'
import type { PendingImport } from '../run/pending-import.ts'

/** The units of a variant as a file counts them. */
interface ImportedStock extends ImportedRow {
  sku: string
  /** Units that can be sold. */
  quantity: number | undefined
}

interface StockedVariant {
  id: number
  sku: string
  name: string
  available: number
  tracked: boolean
}

const MAX_UNITS = 1_000_000

type StockFormat = Format<ImportedStock, StockColumnName>

const read: StockFormat['read'] = async function* (rows, settings) {
  const reader = createCellReader(settings)
  for await (const row of rows()) {
    const remarks: Remarks = { problems: [], notes: [] }
    const { problems } = remarks
    const sku = reader.text(row, 'sku') ?? ''
    const quantity = reader.whole(row, 'quantity', remarks)
    if (sku === '') problems.push('Enter a SKU')
    else if (quantity === undefined && problems.length === 0) problems.push('Enter a quantity')
    if ((quantity ?? 0) > MAX_UNITS) problems.push('This quantity is too large')
    yield { line: row.line, sku, quantity, ...remarks }
  }
}

/** The stock file of this shop, the exported stock list, and any other table of SKUs and quantities. */
const ownFormat: StockFormat = {
  format: 'haat',
  recognises: (headings) =>
    headings.has('sku') &&
    (headings.has('quantity') || headings.has('available')) &&
    !['name', 'title', 'handle', 'price', 'order'].some((heading) => headings.has(heading)),
  mapping: (headings) =>
    mapHeadings(headings, {
      sku: [stockColumns.sku.heading, 'Article number', 'Item number', 'Product code', 'Code'],
      quantity: [stockColumns.quantity.heading, 'Available', 'Qty', 'Stock', 'Inventory', 'On hand'],
    }),
  read,
}

/**
 * The inventory file of Shopify. Source: https://help.shopify.com/en/manual/products/inventory/setup/inventory-csv. A file
 * with several locations has several rows of a SKU, which are refused.
 */
const shopifyFormat: StockFormat = {
  format: 'shopify',
  recognises: (headings) =>
    headings.has('sku') &&
    headings.has('location') &&
    [...headings].some((one) => one.startsWith('available')),
  mapping: (headings) => {
    const available = headings.find((heading) => /^available( \(not editable\))?$/i.test(heading))
    return {
      ...mapHeadings(headings, { sku: ['SKU'] }),
      ...(available !== undefined && { quantity: available }),
    }
  },
  read,
}

/** Units by SKU. */
export const stockKind: ImportKind<ImportedStock, undefined> = {
  kind: 'stock',
  formats: [shopifyFormat, ownFormat],
  amountColumns: [],
  missingColumn: ({ sku, quantity }) =>
    sku === undefined
      ? { column: 'sku', message: 'Choose the column with the SKU' }
      : quantity === undefined
        ? { column: 'quantity', message: 'Choose the column with the quantity' }
        : undefined,
  keysOf: ({ sku }) => (sku === '' ? [] : [`SKU ${sku}`]),
  nameOf: ({ sku }) => sku,
  load: () => Promise.resolve(undefined),
  async plan(db, { shopId }, rows) {
    const variants = await findVariants(db, shopId, rows)
    return rows.map((row) => ({
      ...planStock(row, variants.get(row.sku)),
      name: variants.get(row.sku)?.name ?? row.sku,
    }))
  },
  async write(tx, pending, items) {
    const rows = items.map(({ row }) => row)
    const variants = await findVariants(tx, pending.shopId, rows)
    const lines = rows.flatMap(({ sku, quantity }) => {
      const id = variants.get(sku)?.id
      return id === undefined || quantity === undefined ? [] : [{ variantId: id, available: quantity }]
    })
    const changes = await setStockCounts(tx, pending, lines, 'Import')
    return items.map(({ position, row }) => {
      const variant = variants.get(row.sku)
      if (!variant) return { position, state: 'failed', reason: noSuchSku(row) }
      const change = changes.get(variant.id) ?? 0
      const undo: StockChange[] = change === 0 ? [] : [[variant.id, change]]
      return { position, state: 'done', recordId: String(variant.id), undo }
    })
  },
  undo: (tx, pending, { undo }) => giveStockBack(tx, pending, undo as StockChange[]),
  tables: ['stock_level', 'stock_movement'],
}

function planStock(
  { sku, quantity, problems, notes }: ImportedStock,
  variant: StockedVariant | undefined,
): RowPlan {
  const [problem] = problems
  if (problem !== undefined || !variant || quantity === undefined) {
    return { outcome: 'refuse', reason: problem ?? noSuchSku({ sku }), changes: [], warnings: [], notes }
  }
  const { available, tracked } = variant
  if (!tracked) {
    const note = 'The stock of this variant is not counted. Change “When sold out” in its product first.'
    return { outcome: 'unchanged', changes: [], warnings: [], notes: [...notes, note] }
  }
  if (available === quantity) return { outcome: 'unchanged', changes: [], warnings: [], notes }
  const changes = [{ field: 'Stock', before: String(available), after: String(quantity) }]
  return { outcome: 'update', changes, warnings: quantity === 0 ? ['stock_zero'] : [], notes }
}

const noSuchSku = ({ sku }: Pick<ImportedStock, 'sku'>) => `No product has the SKU ${sku}`

async function findVariants(
  db: Database | Transaction,
  shopId: PendingImport['shopId'],
  rows: readonly ImportedStock[],
): Promise<Map<string, StockedVariant>> {
  const found = await sql<StockedVariant>`
    select v.id, v.sku, p.name, l.available, l.tracked from variant v
    join product p on p.config_id = v.config_id and p.id = v.product_id
    join stock_level l on l.config_id = v.config_id and l.variant_id = v.id
    where v.config_id = ${shopId} and v.sku = any(${rows.map(({ sku }) => sku)}::text[])
      and v.retired_at is null and p.deleted_at is null`.execute(db)
  return new Map(found.rows.map((row) => [row.sku, row]))
}
