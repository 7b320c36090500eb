import { permissions } from '#contract/endpoint.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { undoEntries } from '#server/modules/audit/index.ts'
import type { UndoScope } from './import-kind.ts'
import type { PendingImport } from './pending-import.ts'

/** Entries of the import in the audit log, newest first. */
export async function listEntries(
  tx: Transaction,
  { configId, job }: PendingImport,
  subjects: readonly string[],
  id?: string | null,
) {
  return tx
    .selectFrom('audit_entry')
    .select('id')
    .where('config_id', '=', configId)
    .where('job', '=', job)
    .where('subject', 'in', subjects)
    .$if(id !== undefined, (query) => query.where('subject_id', '=', id ?? ''))
    .orderBy('id', 'desc')
    .execute()
}

/** Undoes an entry of the audit log, unless somebody has undone it already. AppError if the record changed later. */
export async function undoEntry(
  tx: Transaction,
  pending: PendingImport,
  entry: number,
  { subjects, job }: UndoScope,
): Promise<void> {
  const { configId, actor, currency, locale, timeZone } = pending
  const shop = { configId, currency, locale, timeZone }
  const request = { entry, overwrite: [], skipConflicts: false }
  // The import undoes what it wrote itself, such as the products that orders needed.
  const allowed = permissions
  await undoEntries(tx, { configId, actor, job }, request, { shop, subjects, allowed }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'nothing_to_undo')) throw error
    },
  )
}
