import type { FieldChange, AuditEntry } from '#contract/audit/audit.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import type { EntryRow } from './audit.queries.ts'
import { findNames } from './names.queries.ts'
import type { AuditSubject } from './audit-subject.ts'
import { createFormatters, valueLabels, type ShopFormats } from './value-labels.ts'

type Subjects = ReadonlyMap<string, AuditSubject>

/** Describes entries for people: names instead of ids, formatted amounts and moments. */
export async function describeEntries(
  db: Database,
  {
    shop,
    subjects,
    allowed,
  }: { shop: ShopFormats & { shopId: number }; subjects: Subjects; allowed: readonly Permission[] },
  rows: readonly EntryRow[],
): Promise<AuditEntry[]> {
  const nameOf = await findNames(db, shop.shopId, subjects, rows)
  const formatters = createFormatters(shop, nameOf)
  return rows.map((row) => {
    const { id, at, action, subject, subjectId, job, jobSize, undoes, undoneBy } = row
    return {
      id,
      at: at.toISOString(),
      actor: { id: row.actorId, name: row.actorName },
      action,
      effect: effectOf(row),
      subject,
      noun: nounOf(subjects, subject),
      subjectId,
      name: nameOf(subject, Number(subjectId)),
      changes: listChanges(
        row,
        (field, value) => valueLabels(subjects.get(subject)?.fields[field], value, formatters),
        subjects,
      ),
      job,
      jobSize,
      undoes,
      undoneBy,
      undoRefusal: undoRefusalOf(row, subjects, allowed),
    }
  })
}

/** What an entry, which may itself be an undo, did to its record. */
export const effectOf = ({ before, after }: Pick<EntryRow, 'before' | 'after'>): AuditEntry['effect'] =>
  before ? (after ? 'update' : 'delete') : 'create'

/** The label of a noun. */
export const nounOf = (subjects: Subjects, subject: string): string =>
  subjects.get(subject)?.noun ?? capitalize(subject.replaceAll('_', ' '))

/** The label of a field; by default made from its name: "Search title" for `searchTitle`. */
export const fieldLabel = (subjects: Subjects, subject: string, field: string): string =>
  subjects.get(subject)?.fields[field]?.name ??
  capitalize(field.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function listChanges(
  { subject, before, after }: EntryRow,
  labelsOf: (field: string, value: unknown) => string[],
  subjects: Subjects,
): FieldChange[] {
  return Object.keys(after ?? before ?? {}).map((field) => ({
    field,
    name: fieldLabel(subjects, subject, field),
    images: subjects.get(subject)?.fields[field]?.images ?? false,
    before: before ? labelsOf(field, before[field]) : [],
    after: after ? labelsOf(field, after[field]) : [],
    undoRefusal: subjects.get(subject)?.fields[field]?.undoRefusal ?? null,
  }))
}

/** Why a caller with these permissions cannot undo the entry; null if they can. */
export function undoRefusalOf(
  row: EntryRow,
  subjects: Subjects,
  allowed: readonly Permission[],
): string | null {
  const subject = subjects.get(row.subject)
  if (!subject?.undo || !row.undoable) return subject?.undoRefusal ?? 'This kind of change can’t be undone'
  const { permission, undo, fields } = subject
  if (!allowed.includes(permission)) return `Undoing this needs the permission ${permission}`
  const effect = effectOf(row)
  if (effect === 'create' && !undo.remove) {
    return `Creating a ${nounOf(subjects, row.subject).toLowerCase()} can’t be undone`
  }
  if (effect === 'delete' && !undo.create) return 'This deletion is permanent'
  const refusals = Object.keys(row.after ?? {}).map((field) => fields[field]?.undoRefusal)
  const nothingLeft = effect === 'update' && refusals.every((refusal) => refusal !== undefined)
  return nothingLeft ? (refusals[0] ?? null) : null
}
