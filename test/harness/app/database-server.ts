import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { lockDataDir } from '#server/db/embedded/data-dir-lock.ts'
import { stopOrphan } from '#server/db/embedded/postgres-process.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'

/**
 * Starts the database server of a test run and creates a migrated template. It uses the server of DATABASE_URL, or an
 * embedded one in a temporary folder without fsync.
 */
export async function startTestServer() {
  const given = process.env['DATABASE_URL']
  const server = given ? await openDatabase({ databaseUrl: given, dataDir: '' }) : await startScratch()
  const templateUrl = await createDatabase(server.url, 'haat_test')
  const template = new URL(templateUrl).pathname.slice(1)
  await migrate(templateUrl)
  return {
    serverUrl: server.url,
    template,
    async stop() {
      // Clones that a test file did not drop have the template's name as prefix.
      const { rows } = await runOn(
        server.url,
        `select datname from pg_database where starts_with(datname, '${template}')`,
      )
      for (const { datname } of rows)
        await runOn(server.url, `drop database if exists ${datname} with (force)`)
      await server.stop()
    },
  }
}

/** Creates a database with a name that begins with `prefix` on the server of `url`. Returns its URL. */
export async function createDatabase(url: string, prefix: string, how = ''): Promise<string> {
  const name = `${prefix}_${randomUUID().slice(0, 8)}`
  await runOn(url, `create database ${name} ${how}`)
  const created = new URL(url)
  created.pathname = `/${name}`
  return created.href
}

/** Runs one statement on its own connection. */
export async function runOn(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the statement rejects too when the connection is lost
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

const scratchPrefix = 'haat-test-'

async function startScratch() {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), scratchPrefix))
  const settings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    max_connections: '200',
  }
  const server = await startEmbedded(dataDir, { settings, durable: false })
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Removes the folders of killed runs. */
async function removeLeftovers(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(scratchPrefix))
  for (const folder of names.map((name) => join(tmpdir(), name))) {
    const unlock = await lockDataDir(folder).catch(() => undefined)
    if (!unlock) continue // the folder of a running test
    await stopOrphan(join(folder, 'postgres'))
    unlock()
    await rm(folder, { recursive: true, force: true })
  }
}
