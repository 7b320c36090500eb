import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { fieldLabel, nounOf } from './entry.ts'
import { listLaterWriters, type EntryRow } from './audit.queries.ts'
import { findNames } from './names.queries.ts'
import type { AuditSubject } from './audit-subject.ts'
import { createFormatters, valueLabels, type ShopFormats } from './value-labels.ts'

/** A field that changed again after the entry to be undone. */
export interface UndoConflict {
  row: EntryRow
  field: string
  currentValue: unknown
  /** The caller repeats the path to overwrite the field. */
  path: string
}

/** AppError 409 `undo_conflict`: its issues name the fields, their current values and who changed them. */
export async function undoConflict(
  db: Database,
  { shop, subjects }: { shop: ShopFormats & { shopId: number }; subjects: ReadonlyMap<string, AuditSubject> },
  conflicts: readonly UndoConflict[],
): Promise<AppError> {
  const { shopId } = shop
  const states = conflicts.map(({ row, field, currentValue }) => ({
    ...row,
    before: null,
    after: { [field]: currentValue },
  }))
  const nameOf = await findNames(db, shopId, subjects, states)
  const formatters = createFormatters(shop, nameOf)
  const issues = []
  const writers = new Map<number, Map<string, string>>()
  for (const { row, field, currentValue, path } of conflicts) {
    const { id, subject, subjectId } = row
    const later = writers.get(id) ?? (await listLaterWriters(db, shopId, row))
    writers.set(id, later)
    const value = valueLabels(subjects.get(subject)?.fields[field], currentValue, formatters).join(', ')
    const record =
      path === field
        ? ''
        : ` of ${nounOf(subjects, subject).toLowerCase()} ${nameOf(subject, Number(subjectId))}`
    const label = fieldLabel(subjects, subject, field)
    const message = `${label}${record} is now ${value ? `“${shorten(value)}”` : 'empty'}`
    const writer = later.get(field)
    issues.push({ path, message: writer ? `${message}, changed by ${writer}` : message })
  }
  return new AppError(
    409,
    'undo_conflict',
    'There are later changes. Nothing was undone. Choose whether to overwrite or keep them.',
    issues,
  )
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
