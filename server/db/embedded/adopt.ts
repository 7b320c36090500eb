import { readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { isPostgresOf, postgresArguments, readPidFile } from './postgres-process.ts'

interface Wanted {
  program: string
  settings: Record<string, string>
  /** Of the database `postgres`. */
  url: string
}

const CONNECT_TIMEOUT_MS = 1000
/** The sessions of the killed shop end within a statement. */
const SESSIONS_TIMEOUT_MS = 2000

/**
 * Takes over the PostgreSQL that a killed shop left running on this folder, and returns its pid. To stop it, it would write
 * its whole cache to the disk first. Undefined if none runs, or if it is another program, has other settings, does not
 * answer, or keeps a session of the killed shop. Only Linux tells which program a process runs.
 */
export async function adoptOrphan(folder: string, wanted: Wanted): Promise<number | undefined> {
  const orphan = process.platform === 'linux' ? readPidFile(folder) : undefined
  if (!orphan?.ready || !isPostgresOf(folder, orphan.pid)) return undefined
  try {
    const isSame = runsProgram(orphan.pid, wanted.program) && hasSettings(folder, wanted.settings)
    return isSame && (await endSessions(wanted.url)) ? orphan.pid : undefined
  } catch {
    return undefined
  }
}

/** After an update of the shop, the link names a deleted file. */
const runsProgram = (pid: number, program: string) =>
  readlinkSync(`/proc/${pid}/exe`) === realpathSync(program)

/** Compares with the command line that PostgreSQL has noted. The size of its cache only follows the data. */
function hasSettings(folder: string, settings: Record<string, string>): boolean {
  const noted = readFileSync(join(folder, 'postmaster.opts'), 'utf8').matchAll(/"([^"]*)"/g)
  const started = Array.from(noted, ([, argument = '']) => argument)
  return comparable(started) === comparable(postgresArguments(folder, settings))
}

const comparable = (all: readonly string[]) =>
  all.filter((argument) => !argument.startsWith('shared_buffers=')).join('\n')

/** Ends the sessions of the killed shop, so that their locks and transactions are gone. Returns whether they all ended. */
async function endSessions(url: string): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const end = Date.now() + SESSIONS_TIMEOUT_MS; Date.now() < end; await wait(10)) {
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`)
      if (rowCount === 0) return true
    }
    return false
  } finally {
    void client.end().catch(() => {})
  }
}
