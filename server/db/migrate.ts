import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import type { Database } from './connect.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')

/** An arbitrary number, the same in every version of the shop. The process that holds this lock migrates. */
const LOCK_KEY = 7_249_001

interface Migration {
  name: string
  text: string
  checksum: string
}

type Applied = Omit<Migration, 'text'>

const CREATE_TABLE = `create table if not exists migration (
  name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/**
 * Runs each `NNN_name.sql` of the folder that has not run yet, in order, each in its own transaction. Returns their names.
 * Two processes may call it at once. Throws a `StartError` if an applied file was changed or removed, or a newer version
 * of the shop has used the database.
 */
export async function migrate(url: string, folder = migrationsFolder): Promise<string[]> {
  const files = await readMigrations(folder)
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 3000,
    application_name: 'haat',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set lock_timeout = '60s'`)
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(CREATE_TABLE)
    const { rows } = await client.query<Applied>('select name, checksum from migration')
    const pending = findPending(files, rows)
    for (const file of pending) await run(client, file)
    return pending.map((file) => file.name)
  } finally {
    await client.end()
  }
}

/** The names of the migrations that have not run yet; empty if the database is up to date. */
export async function pendingMigrations(db: Database, folder = migrationsFolder): Promise<string[]> {
  const files = await readMigrations(folder)
  const { rows: tables } = await sql<{
    found: boolean
  }>`select to_regclass('migration') is not null as found`.execute(db)
  if (!tables[0]?.found) return files.map((file) => file.name)
  const { rows } = await sql<{
    name: string
    checksum: string
  }>`select name, checksum from migration`.execute(db)
  return findPending(files, rows).map((file) => file.name)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      if (!/^\d{3}_[a-z0-9_]+\.sql$/.test(name)) throw new Error(`${name} must be named like 001_name.sql`)
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

function findPending(files: Migration[], applied: Applied[]): Migration[] {
  for (const { name, checksum } of applied) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file && name > (files.at(-1)?.name ?? '')) {
      throw new StartError(
        `The database was used by a newer version of the shop (it has ${name}): update the shop.`,
      )
    }
    if (!file) throw new StartError(`The migration ${name} ran on this database, but its file is missing.`)
    if (file.checksum !== checksum) {
      throw new StartError(
        `The migration ${name} was changed after it ran on this database: restore the file.`,
      )
    }
  }
  const last = applied.reduce((latest, { name }) => (name > latest ? name : latest), '')
  const pending = files.filter((file) => !applied.some(({ name }) => name === file.name))
  const late = pending.find((file) => file.name < last)
  if (late)
    throw new StartError(`The migration ${late.name} comes before ${last}, which ran already: renumber it.`)
  return pending
}

/**
 * Runs these migrations in the open transaction of the client, on an empty schema. Throws a `StartError` if the folder does
 * not have them as they were.
 */
export async function runMigrations(
  client: pg.Client,
  wanted: readonly Applied[],
  folder = migrationsFolder,
): Promise<void> {
  const files = await readMigrations(folder)
  await client.query(CREATE_TABLE)
  for (const { name, checksum } of wanted) {
    const file = files.find((candidate) => candidate.name === name)
    if (!file)
      throw new StartError(`This version of the shop does not have the migration ${name}: update the shop.`)
    if (file.checksum !== checksum)
      throw new StartError(
        `The migration ${name} is another one in this version of the shop: use the version of the backup.`,
      )
    await apply(client, file)
  }
}

async function run(client: pg.Client, file: Migration): Promise<void> {
  await client.query('begin')
  try {
    await apply(client, file)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function apply(client: pg.Client, { name, text, checksum }: Migration): Promise<void> {
  try {
    await client.query(text)
    await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
  } catch (error) {
    throw new Error(`The migration ${name} failed: ${(error as Error).message}`, { cause: error })
  }
}
