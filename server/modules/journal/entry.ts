import type { FieldChange, JournalEntry } from '#contract/audit.ts'
import type { Permission } from '#contract/endpoint.ts'
import type { Database } from '#server/db/connect.ts'
import type { EntryRow } from './journal.queries.ts'
import { findNames } from './names.queries.ts'
import type { Revertible } from './revertible.ts'
import { sayIn, wordsOf, type ShopWords } from './words.ts'

type Known = ReadonlyMap<string, Revertible>

/** Entries in words: names for ids, money and shares as people write them. */
export async function describeEntries(
  db: Database,
  {
    shop,
    known,
    allowed,
  }: { shop: ShopWords & { configId: number }; known: Known; allowed: readonly Permission[] },
  rows: readonly EntryRow[],
): Promise<JournalEntry[]> {
  const names = await findNames(db, shop.configId, known, rows)
  const say = sayIn(shop, names)
  return rows.map((row) => {
    const { id, at, action, subject, subjectId, job, jobSize, reverts, revertedBy } = row
    return {
      id,
      at: at.toISOString(),
      actor: { id: row.actorId, name: row.actorName },
      action,
      did: didOf(row),
      subject,
      noun: nounOf(known, subject),
      subjectId,
      name: names(subject, Number(subjectId)),
      changes: changesOf(
        row,
        (field, value) => wordsOf(known.get(subject)?.fields[field], value, say),
        known,
      ),
      job,
      jobSize,
      reverts,
      revertedBy,
      refusal: refusalOf(row, known, allowed),
    }
  })
}

/** What a change did to its record. */
export const didOf = ({ before, after }: Pick<EntryRow, 'before' | 'after'>): JournalEntry['did'] =>
  before ? (after ? 'update' : 'delete') : 'create'

/** A noun of the journal in words. */
export const nounOf = (known: Known, subject: string): string =>
  known.get(subject)?.noun ?? capital(subject.replaceAll('_', ' '))

/** A field in words: "Search title" for `searchTitle` where its module does not say otherwise. */
export const fieldName = (known: Known, subject: string, field: string): string =>
  known.get(subject)?.fields[field]?.name ??
  capital(field.replaceAll('_', ' ').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function changesOf(
  { subject, before, after }: EntryRow,
  words: (field: string, value: unknown) => string[],
  known: Known,
): FieldChange[] {
  return Object.keys(after ?? before ?? {}).map((field) => ({
    field,
    name: fieldName(known, subject, field),
    pictures: known.get(subject)?.fields[field]?.pictures ?? false,
    before: before ? words(field, before[field]) : [],
    after: after ? words(field, after[field]) : [],
    kept: known.get(subject)?.fields[field]?.kept ?? null,
  }))
}

/** Why this entry cannot be taken back by who has these permissions; null where they can. */
export function refusalOf(row: EntryRow, known: Known, allowed: readonly Permission[]): string | null {
  const revertible = known.get(row.subject)
  if (!revertible?.back || !row.revertible) {
    return revertible?.fixed ?? 'This kind of change cannot be reverted'
  }
  const { permission, back, fields } = revertible
  if (!allowed.includes(permission)) return `Only staff who may work on ${permission} can revert this`
  const did = didOf(row)
  if (did === 'create' && !back.remove)
    return `A ${nounOf(known, row.subject).toLowerCase()} stays once it is made`
  if (did === 'delete' && !back.create) return 'What was deleted here is gone for good'
  const changed = Object.keys(row.after ?? {})
  const kept = changed.map((field) => fields[field]?.kept)
  return did === 'update' && kept.every((why) => why !== undefined) ? (kept[0] ?? null) : null
}
