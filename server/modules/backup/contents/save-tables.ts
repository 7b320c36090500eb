import type pg from 'pg'
import { copyOut } from '#server/db/copy.ts'
import type { BackupWriter } from '../archive/backup-file.ts'
import type { Manifest } from '../archive/manifest.ts'
import { quoted } from './session.ts'

/** An uploaded file that the snapshot refers to. */
export interface Upload {
  file: string
  /** In bytes. */
  size: number
  /** No record uses it, so that housekeeping may have deleted it already. */
  orphaned: boolean
}

interface Saved extends Pick<Manifest, 'madeAt' | 'migrations' | 'tables' | 'sequences'> {
  uploads: Upload[]
}

/** Permanent tables with the columns that are not computed. */
const LIST_TABLES = `
  select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relpersistence = 'p' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  group by c.relname order by c.relname`

/** Without the sequences of order numbers: the next order creates its own again, after the highest number of the orders. */
const LIST_SEQUENCES = `
  select sequencename as name, last_value::float8 as value from pg_sequences
  where schemaname = current_schema() and last_value is not null and sequencename not like 'order\\_serial\\_%'
  order by 1`

/** The statement that reads a table in the order in which its rows are stored. */
export const copyOutOf = ({ name, columns }: { name: string; columns: readonly string[] }) =>
  `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) to stdout`

/** Writes all tables as they are at one moment. Others go on writing. */
export async function saveTables(client: pg.Client, writer: BackupWriter): Promise<Saved> {
  await client.query('begin isolation level repeatable read, read only')
  const list = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows
  const [moment] = await list<{ now: Date }>('select clock_timestamp() as now')
  const migrations = await list<Manifest['migrations'][number]>(
    'select name, checksum from migration order by name',
  )
  const tables: Manifest['tables'] = []
  for (const table of await list<{ name: string; columns: string[] }>(LIST_TABLES)) {
    const rows = copyOut(client, copyOutOf(table))
    const section = await writer.add(rows)
    tables.push({ ...table, ...section, rows: rows.rows() })
  }
  const uploads = await list<Upload>(`
    select file, max(bytes) as size, bool_and(orphaned_since is not null) as orphaned
    from image group by file order by file`)
  // Sequences are not part of a snapshot. Read last, they are beyond every saved row.
  const sequences = await list<Manifest['sequences'][number]>(LIST_SEQUENCES)
  await client.query('commit')
  return { madeAt: (moment?.now ?? new Date()).toISOString(), migrations, tables, sequences, uploads }
}
