import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { undoEntries, type AuditSubject } from '#server/modules/audit/index.ts'
import { correct } from '#server/modules/stock/index.ts'
import { listItems, setItem, workOnItems, type Item } from './import-items.ts'
import type { PendingImport, StepEnd } from './pending-import.ts'

interface UndoScope {
  subjects: ReadonlyMap<string, AuditSubject>
  /** The audit log's job of all undo entries. */
  job: string
}

/**
 * Undoes each product in a transaction of its own, through the audit log, and gives stock back. Products that somebody
 * changed later are kept, with the reason; so are categories and specifications that are in use.
 */
export async function undoImport(
  db: Database,
  pending: PendingImport,
  signal: AbortSignal,
  auditSubjects: readonly AuditSubject[],
): Promise<StepEnd | undefined> {
  const subjects = new Map(auditSubjects.map((subject) => [subject.subject, subject]))
  const scope = { subjects, job: randomUUID() }
  const next = (after: number) => listItems(db, pending, { state: 'done', after })
  if (!(await workOnItems(next, (item) => undoItem(db, pending, item, scope), signal))) return undefined
  await undoCreatedNames(db, pending, scope)
  return { state: 'undone' }
}

async function undoItem(
  db: Database,
  pending: PendingImport,
  { position }: Item,
  scope: UndoScope,
): Promise<void> {
  try {
    await db.transaction().execute(async (tx) => {
      const [item] = await listItems(tx, pending, { state: 'done', at: position })
      if (!item) return
      const entries = await listEntries(tx, pending, ['product'], item.productId)
      for (const { id } of entries) await undoEntry(tx, pending, id, scope)
      await giveStockBack(tx, pending, item)
      await setItem(tx, pending, position, { state: 'undone' })
    })
  } catch (error) {
    if (!(error instanceof AppError && error.status < 500)) throw error
    await setItem(db, pending, position, { state: 'kept', reason: error.message })
  }
}

/** Entries of the import, newest first. */
async function listEntries(
  tx: Transaction,
  { configId, job }: PendingImport,
  subjects: readonly string[],
  id?: number | null,
) {
  return tx
    .selectFrom('audit_entry')
    .select('id')
    .where('config_id', '=', configId)
    .where('job', '=', job)
    .where('subject', 'in', subjects)
    .$if(id !== undefined, (query) => query.where('subject_id', '=', String(id)))
    .orderBy('id', 'desc')
    .execute()
}

async function undoEntry(
  tx: Transaction,
  pending: PendingImport,
  entry: number,
  { subjects, job }: UndoScope,
) {
  const { configId, actor, currency, locale, timeZone } = pending
  const shop = { configId, currency, locale, timeZone }
  const request = { entry, overwrite: [], skipConflicts: false }
  await undoEntries(tx, { configId, actor, job }, request, { shop, subjects, allowed: ['catalog'] }).catch(
    (error: unknown) => {
      // Somebody has undone it already.
      if (!(error instanceof AppError && error.code === 'nothing_to_undo')) throw error
    },
  )
}

/** The ledger keeps what the import wrote; the opposite change follows it. Units that were sold stay sold. */
async function giveStockBack(tx: Transaction, pending: PendingImport, { stockChanges }: Item): Promise<void> {
  if (stockChanges.length === 0) return
  const rows = await tx
    .selectFrom('stock_level')
    .select(['variant_id', 'available'])
    .where('config_id', '=', pending.configId)
    .where(
      'variant_id',
      'in',
      stockChanges.map(([variantId]) => variantId),
    )
    .orderBy('variant_id')
    .forNoKeyUpdate()
    .execute()
  const available = new Map(rows.map((row) => [row.variant_id, row.available]))
  const lines = stockChanges.map(([variantId, units]) => ({
    variantId,
    change: Math.max(-units, -(available.get(variantId) ?? 0)),
  }))
  await correct(tx, pending, lines, { reason: 'Import undone' })
}

async function undoCreatedNames(db: Database, pending: PendingImport, scope: UndoScope): Promise<void> {
  const subjects = ['subcategory', 'category', 'specification']
  const entries = await db.transaction().execute((tx) => listEntries(tx, pending, subjects))
  for (const { id } of entries) {
    try {
      await db.transaction().execute((tx) => undoEntry(tx, pending, id, scope))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
    }
  }
}
