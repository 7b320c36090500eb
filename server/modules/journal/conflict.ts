import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { fieldName, nounOf } from './entry.ts'
import { listLaterWriters, type EntryRow } from './journal.queries.ts'
import { findNames } from './names.queries.ts'
import type { Revertible } from './revertible.ts'
import { sayIn, wordsOf, type ShopWords } from './words.ts'

/** A field that was changed again after the entry that is to be taken back. */
export interface Conflict {
  row: EntryRow
  field: string
  /** Its value now. */
  now: unknown
  /** As the caller names it to overwrite it. */
  path: string
}

/** AppError 409 `changed_since`: which fields, what they are now, and who made them so. */
export async function changedSince(
  db: Database,
  { shop, known }: { shop: ShopWords & { configId: number }; known: ReadonlyMap<string, Revertible> },
  conflicts: readonly Conflict[],
): Promise<AppError> {
  const { configId } = shop
  const present = conflicts.map(({ row, field, now }) => ({ ...row, before: null, after: { [field]: now } }))
  const names = await findNames(db, configId, known, present)
  const say = sayIn(shop, names)
  const issues = []
  const writers = new Map<number, Map<string, string>>()
  for (const { row, field, now, path } of conflicts) {
    const { id, subject, subjectId } = row
    const later = writers.get(id) ?? (await listLaterWriters(db, configId, row))
    writers.set(id, later)
    const value = wordsOf(known.get(subject)?.fields[field], now, say).join(', ')
    const of =
      path === field ? '' : ` of ${nounOf(known, subject).toLowerCase()} ${names(subject, Number(subjectId))}`
    const message = `${fieldName(known, subject, field)}${of} is ${value ? `“${shorten(value)}”` : 'empty'} now`
    const who = later.get(field)
    issues.push({ path, message: who ? `${message}, changed by ${who}` : message })
  }
  return new AppError(
    409,
    'changed_since',
    'This was changed again since. Nothing was reverted; please look at what would be lost.',
    issues,
  )
}

const shorten = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
