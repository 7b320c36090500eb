import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'
import { digestOf } from '#server/platform/zip.ts'
import { StartError } from '#server/start-error.ts'
import { listArchiveTables, type ArchiveTable } from './archive-tables.queries.ts'
import { insertArchivedRows } from './insert-rows.writes.ts'
import { openArchive, type Archive } from './read-archive.ts'
import { readLines } from './rows.queries.ts'

/** Temporary tables hold a single shop. */
const SCRATCH_SHOP = 1

/**
 * Proves that an archive can be imported without loss. Reads all of it, fills a scratch copy of each table as an import does,
 * and compares the hash of its rows with that of the archive. The copies are temporary tables, one after the other, so the
 * shop goes on selling. Throws a `StartError` that names the table. `onRows` gets the number of rows of each step.
 */
export async function verifyArchive(
  db: Database,
  path: string,
  onRows: (count: number) => void = () => {},
): Promise<void> {
  const archive = await openArchive(path)
  try {
    await db.transaction().execute(async (tx) => {
      await sql`select set_config('timezone', 'UTC', true), set_config('cursor_tuple_fraction', '1', true)`.execute(
        tx,
      )
      for (const table of await listArchiveTables(tx, archive.manifest)) {
        await verifyTable(tx, archive, table, onRows).catch((error: unknown) => {
          if (error instanceof StartError || !(error instanceof Error)) throw error
          throw new StartError(`The rows of ${table.name} would not come in again: ${error.message}`)
        })
      }
    })
  } finally {
    archive.close()
  }
}

async function verifyTable(
  tx: Transaction,
  archive: Archive,
  table: ArchiveTable,
  onRows: (count: number) => void,
): Promise<void> {
  const { name } = table
  const scratch = `scratch_${name}`
  await sql`create temporary table ${sql.table(scratch)}
    (like ${sql.table(name)} including constraints including defaults including generated) on commit drop`.execute(
    tx,
  )
  await insertArchivedRows(tx, archive, table, {
    shopId: SCRATCH_SHOP,
    into: scratch,
    base: 0,
    unknownPassword: 'unknown',
  })
  const { sha256 } = await digestOf(readLines(tx, SCRATCH_SHOP, table, onRows, scratch))
  await sql`drop table ${sql.table(scratch)}`.execute(tx)
  const written = archive.manifest.tables.find((one) => one.name === name)
  if (sha256 !== written?.sha256)
    throw new StartError(`The rows of ${name} would come in again with other values.`)
}
