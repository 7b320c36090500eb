import { sql } from 'kysely'
import { permissions } from '#contract/endpoint.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { undoEntries } from '#server/modules/audit/index.ts'
import type { UndoScope } from './import-kind.ts'
import type { PendingImport } from './pending-import.ts'

/** An entry of an import in the audit log. */
export interface ImportEntry {
  id: number
  action: string
  subject: string
  subject_id: string
}

/** Entries of the import in the audit log, newest first. */
export async function listEntries(
  tx: Transaction,
  { shopId, job }: PendingImport,
  subjects: readonly string[],
  ids?: readonly (string | null)[],
): Promise<ImportEntry[]> {
  return tx
    .selectFrom('audit_entry')
    .select(['id', 'action', 'subject', 'subject_id'])
    .where('config_id', '=', shopId)
    .where('job', '=', job)
    .where('subject', 'in', subjects)
    .$if(ids !== undefined, (query) => query.where(sql<boolean>`subject_id = any(${ids}::text[])`))
    .orderBy('id', 'desc')
    .execute()
}

/** Undoes entries of the audit log, unless somebody has undone them already. AppError if a record changed later. */
export async function undoTogether(
  tx: Transaction,
  pending: PendingImport,
  entries: readonly number[],
  { subjects, job }: UndoScope,
): Promise<void> {
  const { shopId, actor, currency, locale, timeZone } = pending
  const shop = { shopId, currency, locale, timeZone }
  if (entries.length === 0) return
  const request = { entries, overwrite: [], skipConflicts: false }
  // The import undoes what it wrote itself, such as the products that orders needed.
  const allowed = permissions
  await undoEntries(tx, { shopId, actor, job }, request, { shop, subjects, allowed }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'nothing_to_undo')) throw error
    },
  )
}

/**
 * Undoes the additions of an import besides its records, such as categories. Returns those that stay because other data uses
 * them: "category “Tops”". Entries of one batch must not need each other.
 */
export async function undoNeeded(
  db: Database,
  pending: PendingImport,
  subjects: readonly string[],
  scope: UndoScope,
  batchSize = 1,
): Promise<string[]> {
  const entries = await db.transaction().execute((tx) => listEntries(tx, pending, subjects))
  const used: ImportEntry[] = []
  const undo = async (batch: readonly ImportEntry[]) => {
    const ids = batch.map(({ id }) => id)
    try {
      await db.transaction().execute((tx) => undoTogether(tx, pending, ids, scope))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (batch.length === 1) used.push(...batch)
      else for (const entry of batch) await undo([entry])
    }
  }
  for (let from = 0; from < entries.length; from += batchSize)
    await undo(entries.slice(from, from + batchSize))
  const named = [...Map.groupBy(used, ({ subject }) => subject)].map(async ([name, group]) => {
    const subject = scope.subjects.get(name)
    const ids = group.map(({ subject_id }) => Number(subject_id))
    const names = (await subject?.listNames(db, pending.shopId, ids)) ?? new Map<number, string>()
    return ids.map((id) => `${subject?.noun.toLowerCase() ?? name} “${names.get(id) ?? id}”`)
  })
  return (await Promise.all(named)).flat()
}
