import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { renumbered, type ArchiveTable } from './archive-tables.queries.ts'
import type { Archive } from './read-archive.ts'

interface InsertOptions {
  shopId: number
  /** The table that gets the rows, with the columns of the archived one. */
  into: string
  /** Added to ids that are unique in the whole installation, because those of the archive begin with 1. */
  base: number
  /** The hash of a password that nobody knows, for accounts of an archive without passwords. */
  unknownPassword: string
}

/** Inserts the rows of an archived table. The one row of `shop` replaces that of the shop, if the shop has one. */
export async function insertArchivedRows(
  tx: Transaction,
  archive: Archive,
  table: ArchiveTable,
  { shopId, into, base, unknownPassword }: InsertOptions,
): Promise<void> {
  const { name, columns } = table
  const target = sql.table(into)
  const shifted = new Set(['id', ...(renumbered[name] ?? [])])
  const values = columns.map((column) => {
    const value = sql.ref(`r.${column}`)
    if (base > 0 && shifted.has(column)) return sql`${value} + ${base}`
    // JSON null arrives as no value. `readLines` puts it into an array where there could also be no value.
    if (table.optionalJson.includes(column)) return sql`${value} -> 0`
    return table.requiredJson.includes(column) ? sql`coalesce(${value}, 'null')` : value
  })
  const names = columns.map((column) => sql.ref(column))
  if (name === 'app_user' && !archive.manifest.passwords) {
    names.push(sql.ref('password_hash'))
    values.push(sql`${unknownPassword}::text`)
  }
  for await (const lines of archive.readRows(name)) {
    const rows = sql`json_populate_recordset(null::${target}, ${`[${lines.join(',')}]`}::json) r`
    if (into === 'shop') {
      await sql`update shop set (${sql.join(names)}) = (select ${sql.join(values)} from ${rows})
        where config_id = ${shopId}`.execute(tx)
    } else {
      await sql`insert into ${target} (config_id, ${sql.join(names)}) overriding system value
        select ${shopId}::int, ${sql.join(values)} from ${rows}`.execute(tx)
    }
  }
}
