import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { createProduct, updateLockedProduct, type ProductInput } from '#server/modules/catalog/index.ts'
import type { ImportedProduct } from '../imported-product.ts'
import { findFiles, findStored } from '../plan/lookups.queries.ts'
import type { Lookups, StoredProduct } from '../plan/product-plan.ts'
import { planProduct } from '../plan/product-plan.rules.ts'
import { createMissing } from './create-missing.ts'
import { downloadImages, type ImageSource } from './download-images.ts'
import { listItems, setItem, workOnItems, type Item } from './import-items.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'

/**
 * Writes the planned products, each in a transaction that also marks it as done: after a crash the rest follows, and none
 * is written twice. A product that cannot be written is marked with the reason.
 */
export async function runImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  images: ImageSource,
): Promise<StepEnd | undefined> {
  const lookups = await createMissing(db, pending)
  let sinceAnalyzed = 0
  const next = async (after: number) => {
    if (after >= 0 && ++sinceAnalyzed % ANALYZE_EVERY_PAGES === 1) await analyzeTables(db)
    return listItems(db, pending, { state: 'planned', after })
  }
  const work = (item: Item) => importItem(db, pending, item, lookups, images)
  return (await workOnItems(next, work, signal)) ? { state: 'done' } : undefined
}

/** An empty shop has no statistics, and the planner would read whole tables for each product of its first import. */
const ANALYZE_EVERY_PAGES = 10

async function analyzeTables(db: Database): Promise<void> {
  await sql`analyze product, variant, product_specification, product_listing, stock_level, stock_movement,
    specification, facet_value, facet_count, search_document, search_word, data_import_item`.execute(db)
}

async function importItem(
  db: Database,
  pending: PendingImport,
  { position, product }: Item,
  names: Lookups,
  images: ImageSource,
): Promise<void> {
  const { configId } = pending
  const known = await findFiles(db, configId, [product])
  const { files, notes } = await downloadImages(db, pending, product, known, images)
  const lookups = { ...names, files: new Map([...known, ...files]) }
  // Images that could not be downloaded are no longer expected.
  const wanted = { ...product, images: product.images.filter(({ url }) => lookups.files.has(url)) }
  try {
    await db.transaction().execute(async (tx) => {
      // The mark and the product are lost together, so waiting for the disk protects nothing.
      await sql`set local synchronous_commit = off`.execute(tx)
      const [claimed] = await listItems(tx, pending, { state: 'planned', at: position })
      if (claimed) await writeItem(tx, pending, wanted, { position, lookups, notes })
    })
  } catch (error) {
    const reason = refusalOf(error)
    if (reason === undefined) throw error
    await setItem(db, pending, position, { state: 'failed', reason })
  }
}

async function writeItem(
  tx: Transaction,
  pending: PendingImport,
  imported: ImportedProduct,
  { position, lookups, notes }: { position: number; lookups: Lookups; notes: string[] },
): Promise<void> {
  const { configId, currency } = pending
  const [match] = await findStored(tx, configId, [imported])
  const stored = match?.stored
  const problems = match?.problem === undefined ? [] : [match.problem]
  const plan = planProduct({ ...imported, problems }, stored, { lookups, currency })
  if (plan.outcome === 'refuse') throw new AppError(409, 'refused', plan.reason ?? 'Refused')
  const result = { state: 'done' as const, notes: [...plan.notes, ...notes] }
  if (!plan.write || plan.outcome === 'unchanged') {
    await setItem(tx, pending, position, { ...result, product_id: stored?.id ?? null })
  } else if (stored) {
    await updateLockedProduct(tx, pending, { id: stored.id, before: stored.state }, plan.write)
    const changes = JSON.stringify(stockChangesOf(stored, plan.write))
    await setItem(tx, pending, position, { ...result, product_id: stored.id, stock_changes: changes })
  } else {
    const id = await createProduct(tx, pending, { ...(plan.write as ProductInput), slug: imported.handle })
    await setItem(tx, pending, position, { ...result, product_id: id })
  }
}

/** Pairs of variant id and units, for undo. */
const stockChangesOf = ({ available }: StoredProduct, { variants = [] }: Partial<ProductInput>) =>
  variants.flatMap(({ id = 0, stock }) => {
    const change = stock === undefined ? 0 : stock - (available.get(id) ?? 0)
    return available.has(id) && change !== 0 ? [[id, change]] : []
  })

/** Why this product cannot be stored; undefined if the next run may succeed, as after a lost connection. */
function refusalOf(error: unknown): string | undefined {
  if (error instanceof AppError && error.status < 500) return error.message
  const isData = error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
  return isData ? 'The database refused a value of this product' : undefined
}
