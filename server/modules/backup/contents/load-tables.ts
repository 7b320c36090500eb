import type pg from 'pg'
import { copyIn, copyOut } from '#server/db/copy.ts'
import { runMigrations } from '#server/db/migrate.ts'
import { BackupError } from '../archive/backup-error.ts'
import { countAndHash, type BackupReader } from '../archive/backup-file.ts'
import type { Manifest } from '../archive/manifest.ts'
import { copyOutOf } from './save-tables.ts'
import { quoted } from './session.ts'

type Table = Manifest['tables'][number]

/**
 * Creates the tables of a backup in an empty schema and fills them, in the open transaction of the client. Then reads each
 * table back and compares rows and hash. Creating the references again checks them. Throws a `BackupError` if this version
 * of the shop does not have the backup's migrations, or a table differs.
 */
export async function loadTables(client: pg.Client, backup: BackupReader): Promise<void> {
  const { migrations, tables, sequences } = backup.manifest
  await runMigrations(client, migrations)
  await requireTables(client, tables)
  const { drop, create } = await listRebuilt(client)
  const names = tables.map(({ name }) => quoted(name))
  for (const statement of drop) await client.query(statement)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  // A table that this transaction has emptied is filled without a log entry for each row.
  await client.query(`truncate ${names.join(', ')}`)
  for (const table of tables) await load(client, table, backup)
  for (const table of tables) await requireEqual(client, table)
  for (const statement of create) await client.query(statement)
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { name, value } of sequences)
    await client.query('select setval($1::regclass, $2)', [quoted(name), value])
}

async function load(client: pg.Client, table: Table, backup: BackupReader): Promise<void> {
  const columns = table.columns.map(quoted).join(', ')
  await copyIn(client, `copy ${quoted(table.name)} (${columns}) from stdin (freeze)`, backup.read(table))
}

/** Reads a table back. `freeze` and an empty table keep the order of its rows, so the bytes must be the same. */
async function requireEqual(client: pg.Client, table: Table): Promise<void> {
  const rows = copyOut(client, copyOutOf(table))
  const counter = countAndHash()
  for await (const chunk of counter.through(rows)) void chunk
  if (rows.rows() !== table.rows)
    throw new BackupError(
      `Table ${table.name} has ${rows.rows()} rows after restoring instead of ${table.rows}.`,
    )
  if (counter.result().sha256 !== table.sha256)
    throw new BackupError(`Table ${table.name} differs from the saved one after restoring.`)
}

/** The migrations create the tables, so a table or column that they do not create cannot be restored. */
async function requireTables(client: pg.Client, tables: readonly Table[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns where table_schema = current_schema()`,
  )
  const known = new Set(rows.map(({ name }) => name))
  const unknown = tables
    .flatMap(({ name, columns }) => columns.map((column) => `${name}.${column}`))
    .find((column) => !known.has(column))
  if (unknown !== undefined) throw new BackupError(`It contains ${unknown}, which the shop does not have.`)
}

/**
 * References and indexes outside constraints: statements that drop them, and that create them after loading. Building an index
 * over all rows is several times as fast as adding to it row by row.
 */
async function listRebuilt(client: pg.Client): Promise<{ drop: string[]; create: string[] }> {
  const { rows } = await client.query<{ drop: string; create: string }>(`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as create,
      0 as place
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0
    union all
    select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = current_schema()::regnamespace and not c.relispartition
      and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
    order by 3, 2`)
  return {
    drop: rows.map(({ drop }) => drop),
    create: rows.map(({ create }) => create).toReversed(),
  }
}
