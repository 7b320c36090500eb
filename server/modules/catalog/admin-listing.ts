import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** What every list of the dashboard is asked. */
export interface ListedBy<Sort> {
  page: number
  limit: number
  q?: string | undefined
  sort: Sort
}

/** A picture that was joined with `left join`. */
export interface PictureRow {
  file: string | null
  width: number | null
  height: number | null
}

interface Parts {
  columns: RawBuilder<unknown>
  from: RawBuilder<unknown>
  where: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/** One page of a list, and how many rows it has in all. */
export async function listingOf<Row>(
  db: Database,
  { page, limit }: Pick<ListedBy<unknown>, 'page' | 'limit'>,
  { columns, from, where, order }: Parts,
): Promise<{ rows: Row[]; total: number }> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from} where ${where}
    order by ${order} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const counted = await sql<{
    total: number
  }>`select count(*)::int as total from ${from} where ${where}`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}

/** Whether a column contains what is searched for, in any case. */
export function naming(column: string, { q = '' }: { q?: string | undefined }): RawBuilder<boolean> {
  return sql`strpos(lower(${sql.ref(column)}), lower(${q})) > 0`
}

/** The latest change of a row, as `findVersion` has it. */
export function versionOf(subject: string, alias: string): RawBuilder<number> {
  return sql`coalesce((select max(j.id) from journal j where j.config_id = ${sql.ref(`${alias}.config_id`)}
    and j.subject = ${subject} and j.subject_id = ${sql.ref(`${alias}.id`)}::text), 0)`
}
