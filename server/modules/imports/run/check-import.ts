import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { openTable } from '#server/platform/table-files/table-file.ts'
import { formatNamed } from '../formats/formats.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { findFiles, findStored, loadLookups } from '../plan/lookups.queries.ts'
import type { Lookups } from '../plan/product-plan.ts'
import { planProduct } from '../plan/product-plan.rules.ts'
import { readFile, type PendingImport, type StepEnd } from './pending-import.ts'

const BATCH_SIZE = 100

/**
 * The dry run: stores for each product of the file what the import will do with it. Changes no product. A run that was
 * interrupted begins again. An unreadable file ends the import with the reason.
 */
export async function checkImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
): Promise<StepEnd | undefined> {
  const { configId, id } = pending
  await db
    .deleteFrom('data_import_item')
    .where('config_id', '=', configId)
    .where('import_id', '=', id)
    .execute()
  try {
    const table = await openTable(await readFile(db, pending))
    const products = formatNamed(pending.format).read(() => table.rows(), pending.settings)
    const lookups = await loadLookups(db, configId)
    const findTwice = duplicateFinder()
    let batch: ImportedProduct[] = []
    let position = 0
    const planBatch = async () => {
      await storePlans(db, pending, batch, { lookups, position })
      position += batch.length
      batch = []
    }
    for await (const product of products) {
      if (signal.aborted) return undefined
      batch.push(findTwice(product))
      if (batch.length >= BATCH_SIZE) await planBatch()
    }
    await planBatch()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { state: 'failed', error: error.message }
  }
  return { state: 'ready' }
}

/** Adds a problem to a product whose handle or SKU another one has. */
function duplicateFinder() {
  const lines = new Map<string, number>()
  return (product: ImportedProduct): ImportedProduct => {
    const skus = product.variants.flatMap(({ sku }) => (sku === undefined ? [] : [`SKU ${sku}`]))
    const problems = [`handle ${product.handle}`, ...skus].flatMap((key) => {
      const line = lines.get(key)
      if (line === undefined) lines.set(key, product.line)
      return line === undefined ? [] : [`The ${key} is also on line ${line}`]
    })
    return problems.length > 0 ? { ...product, problems: [...product.problems, ...problems] } : product
  }
}

async function storePlans(
  db: Database,
  { configId, id, currency }: PendingImport,
  batch: readonly ImportedProduct[],
  { lookups: names, position }: { lookups: Lookups; position: number },
): Promise<void> {
  if (batch.length === 0) return
  const lookups = { ...names, files: await findFiles(db, configId, batch) }
  const matches = await db.transaction().execute((tx) => findStored(tx, configId, batch))
  const rows = matches.map(({ imported, stored, problem }, i) => {
    const problems = problem === undefined ? imported.problems : [...imported.problems, problem]
    const plan = planProduct({ ...imported, problems }, stored, { lookups, currency })
    return {
      config_id: configId,
      import_id: id,
      position: position + i,
      line: imported.line,
      name: (imported.name ?? stored?.state.name ?? imported.handle).slice(0, 200),
      product: JSON.stringify(imported),
      outcome: plan.outcome,
      reason: plan.reason ?? null,
      changes: JSON.stringify(plan.changes),
      warnings: plan.warnings,
      notes: plan.notes,
    }
  })
  await db.insertInto('data_import_item').values(rows).execute()
}
