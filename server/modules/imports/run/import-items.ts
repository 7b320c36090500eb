import type { Database } from '#server/db/connect.ts'
import type { ImportedProduct } from '../imported-product.ts'
import type { PendingImport } from './pending-import.ts'

/** A product of an import. */
export interface Item {
  position: number
  product: ImportedProduct
  productId: number | null
  /** Pairs of variant id and units that the import has added. */
  stockChanges: [number, number][]
}

/** Products are read and written in parts, so that memory stays flat. */
const PAGE_SIZE = 100
/** One product waits for the disk or the network while others are written. */
const WORKERS = 4

interface Selection {
  state: 'planned' | 'done'
  /** The items after this position; or the one `at` a position, locked until the transaction ends. */
  after?: number
  at?: number
}

/** Items that are to be written or undone, in the order of the file. */
export async function listItems(
  db: Database,
  { configId, id }: PendingImport,
  { state, after, at }: Selection,
): Promise<Item[]> {
  const rows = await db
    .selectFrom('data_import_item')
    .select(['position', 'product', 'product_id', 'stock_changes'])
    .where('config_id', '=', configId)
    .where('import_id', '=', id)
    .where('state', '=', state)
    .where('outcome', 'in', ['create', 'update'])
    .$if(after !== undefined, (query) => query.where('position', '>', after ?? 0))
    .$if(at !== undefined, (query) => query.where('position', '=', at ?? 0).forUpdate())
    .orderBy('position')
    .limit(PAGE_SIZE)
    .execute()
  return rows.map((row) => ({
    position: row.position,
    product: row.product as unknown as ImportedProduct,
    productId: row.product_id,
    stockChanges: row.stock_changes as [number, number][],
  }))
}

interface Result {
  state: 'done' | 'failed' | 'undone' | 'kept'
  reason?: string | null
  notes?: string[]
  product_id?: number | null
  /** JSON of the pairs. */
  stock_changes?: string
}

/** Stores what became of an item. */
export async function setItem(
  db: Database,
  { configId, id }: PendingImport,
  position: number,
  result: Result,
): Promise<void> {
  await db
    .updateTable('data_import_item')
    .set(result)
    .where('config_id', '=', configId)
    .where('import_id', '=', id)
    .where('position', '=', position)
    .execute()
}

/** Works on page after page, several items at once. False if it was stopped before the end. */
export async function workOnItems(
  nextPage: (after: number) => Promise<Item[]>,
  work: (item: Item) => Promise<void>,
  signal: AbortSignal,
): Promise<boolean> {
  for (let after = -1; ;) {
    const page = await nextPage(after)
    const last = page.at(-1)
    if (!last) return true
    const queue = page.values()
    const workers = Array.from({ length: WORKERS }, async () => {
      for (const item of queue) {
        if (signal.aborted) return
        await work(item)
      }
    })
    await Promise.all(workers)
    if (signal.aborted) return false
    after = last.position
  }
}
