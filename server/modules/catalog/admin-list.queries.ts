import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The query parameters that every dashboard list takes. */
export interface ListQuery<Sort> {
  page: number
  limit: number
  q?: string | undefined
  sort: Sort
}

/** An image from a `left join`. */
export interface ImageRow {
  file: string | null
  width: number | null
  height: number | null
}

interface Select {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
}

/** One page of a list, and how many rows the whole list has. */
export async function selectPage<Row>(
  db: Database,
  { page, limit }: Pick<ListQuery<unknown>, 'page' | 'limit'>,
  { columns, from, where, order }: Select & { order: RawBuilder<unknown> },
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${where}
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from ${from} where ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** The row that a condition on a unique key selects, or undefined. */
export async function selectOne<Row>(
  db: Database,
  { columns, from, where }: Select,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`select ${columns} from ${from} where ${where}`.execute(db)
  return rows[0]
}

/** Whether a column contains the search text, ignoring case. */
export function contains(column: string, { q = '' }: { q?: string | undefined }): RawBuilder<boolean> {
  return sql`strpos(lower(${sql.ref(column)}), lower(${q})) > 0`
}

/** The id of the row's latest audit entry, the same number that `findVersion` returns. */
export function versionOf(subject: string, alias: string): RawBuilder<number> {
  return sql`coalesce((select max(j.id) from audit_entry j where j.config_id = ${sql.ref(`${alias}.config_id`)}
    and j.subject = ${subject} and j.subject_id = ${sql.ref(`${alias}.id`)}::text), 0)`
}
