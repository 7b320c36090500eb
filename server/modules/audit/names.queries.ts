import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import { listLastNames, type EntryRow } from './audit.queries.ts'
import type { AuditSubject } from './audit-subject.ts'
import type { RecordTable } from './record-writes.ts'

/** Names a record. */
export type NameOf = (subject: string, id: number) => string

/** Finds the names of all records in these entries: the current name, else the last known one, else "#7". */
export async function findNames(
  db: Database,
  shopId: number,
  subjects: ReadonlyMap<string, AuditSubject>,
  rows: readonly Pick<EntryRow, 'subject' | 'subjectId' | 'before' | 'after'>[],
): Promise<NameOf> {
  const wanted = new Map<string, Set<number>>()
  const want = (subject: string, ids: readonly number[]) => {
    const set = wanted.get(subject) ?? new Set()
    for (const id of ids) if (Number.isSafeInteger(id)) set.add(id)
    wanted.set(subject, set)
  }
  for (const { subject, subjectId, before, after } of rows) {
    want(subject, [Number(subjectId)])
    for (const state of [before, after]) {
      for (const [field, value] of Object.entries(state ?? {})) {
        const references = subjects.get(subject)?.fields[field]?.references
        if (references) want(references.subject, references.ids(value))
      }
    }
  }
  const names = new Map<string, string>()
  const gone: { subject: string; id: number }[] = []
  for (const [subject, ids] of wanted) {
    const found = await subjects.get(subject)?.listNames(db, shopId, [...ids])
    for (const id of ids) {
      const name = found?.get(id)
      if (name === undefined) gone.push({ subject, id })
      else names.set(`${subject} ${id}`, name)
    }
  }
  for (const [record, name] of await listLastNames(db, shopId, gone)) names.set(record, name)
  return (subject, id) => names.get(`${subject} ${id}`) ?? `#${id}`
}

/** A noun's `listNames`: the names of records are in a column of their table. */
export const namesIn =
  <T extends RecordTable>(table: T, column: keyof DB[T] & string): AuditSubject['listNames'] =>
  async (db, shopId, ids) => {
    if (ids.length === 0) return new Map()
    const { rows } = await sql<{ id: number; name: string }>`
      select id, ${sql.ref(column)} as name from ${sql.table(table)}
      where config_id = ${shopId} and id = any(${ids})`.execute(db)
    return new Map(rows.map(({ id, name }) => [id, name]))
  }
