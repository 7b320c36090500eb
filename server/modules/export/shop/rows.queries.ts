import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { renumbered, rowFilters, type ArchiveTable } from './archive-tables.queries.ts'

/** Rows fetched at once: enough to be fast, few enough for little memory. */
const BATCH_SIZE = 250

/**
 * Reads the rows of a shop through a cursor, in chunks of JSON lines. PostgreSQL writes the JSON, so that no value loses
 * precision on its way. A JSON value that may be missing comes as an array of this value, because otherwise JSON null would
 * look like no value. `onRows` gets the number of rows of each chunk.
 */
export async function* readLines(
  tx: Transaction,
  shopId: number,
  table: ArchiveTable,
  onRows: (count: number) => void,
  from: string = table.name,
): AsyncGenerator<Uint8Array> {
  await sql`declare rows no scroll cursor for
    select row_to_json(r)::text as line from (${selectRows(shopId, table, from)}) r`.execute(tx)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(BATCH_SIZE)} from rows`.execute(tx)
    if (rows.length === 0) break
    onRows(rows.length)
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(''))
  }
  await sql`close rows`.execute(tx)
}

export async function countRows(
  tx: Transaction,
  shopId: number,
  { name }: Pick<ArchiveTable, 'name'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(name)} t where t.config_id = ${shopId} and ${filterOf(name)}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

const filterOf = (name: ArchiveTable['name']) => sql.raw(rowFilters[name] ?? 'true')

/** A cursor takes no parameters, so the shop is part of the text. */
function selectRows(
  shopId: number,
  { name, columns, order, optionalJson }: ArchiveTable,
  from: string,
): RawBuilder<unknown> {
  const shop = sql.lit(shopId)
  const references = renumbered[name]
  const valueOf = (column: string) => {
    const value = sql.ref(`t.${column}`)
    if (!optionalJson.includes(column)) return value
    return sql`case when ${value} is not null then jsonb_build_array(${value}) end as ${sql.ref(column)}`
  }
  if (!references) {
    return sql`select ${sql.join(columns.map(valueOf))} from ${sql.table(from)} t
      where t.config_id = ${shop} and ${filterOf(name)} order by ${sql.raw(order)}`
  }
  const numbers = sql`select *, row_number() over (order by id) as number from ${sql.table(from)} where config_id = ${shop}`
  const selected = columns.map((column) => {
    if (column === 'id') return sql`t.number as id`
    if (references.includes(column)) return sql`${sql.ref(`${column}_row.number`)} as ${sql.ref(column)}`
    return valueOf(column)
  })
  const joins = references.map((column) => {
    const alias = sql.ref(`${column}_row`)
    return sql` left join numbered ${alias} on ${alias}.id = ${sql.ref(`t.${column}`)}`
  })
  return sql`with numbered as (${numbers})
    select ${sql.join(selected)} from numbered t${sql.join(joins, sql` `)} order by t.number`
}
