import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { ok, problem, warning, type Result } from './result.ts'

/** Slower answers are felt in the shop: an order takes about six of them. */
const MAX_ANSWER_MS = 20
/** From this share of its connections on, the server may soon refuse more. */
const MAX_USED_CONNECTIONS = 0.9

interface Server {
  version: string
  bytes: number
  /** "on" or "off", as the two after it. */
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  /** Connections of all programs, and how many the server allows. */
  used: number
  allowed: number
}

/** Whether the database answers quickly, keeps what it confirms, and has room for connections. */
export async function checkDatabase(db: Database): Promise<Result> {
  return judgeDatabase(await readServer(db), await measureAnswer(db))
}

/** The same for what is known about a server that answers in `answerMs`. */
export function judgeDatabase(server: Server, answerMs: number): Result {
  const { version, bytes, fsync, full_page_writes, synchronous_commit, used, allowed } = server
  const risky = Object.entries({ fsync, full_page_writes, synchronous_commit }).filter(
    ([, value]) => value === 'off',
  )
  if (risky.length > 0) {
    const names = risky.map(([name]) => name).join(' and ')
    return problem(
      `A power failure can lose confirmed orders: PostgreSQL runs without ${names}.`,
      `Turn ${names} on in the settings of PostgreSQL.`,
    )
  }
  if (used > allowed * MAX_USED_CONNECTIONS) {
    return problem(
      `The database has ${used} of at most ${allowed} connections.`,
      'Raise max_connections in the settings of PostgreSQL, or stop programs that keep connections open.',
    )
  }
  const sentence = `PostgreSQL ${version} answers in ${answerMs.toFixed(1)} ms and has ${megabytes(bytes)} of data.`
  return answerMs > MAX_ANSWER_MS
    ? warning(sentence, 'Move the shop and its database closer together, or find out what keeps it busy.')
    : ok(sentence)
}

async function readServer(db: Database): Promise<Server> {
  const { rows } = await sql<Server>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      pg_database_size(current_database())::float8 as bytes,
      current_setting('fsync') as fsync, current_setting('full_page_writes') as full_page_writes,
      current_setting('synchronous_commit') as synchronous_commit,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('max_connections')::integer as allowed`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The server did not answer.')
  return row
}

/** The shortest of five answers: the others may have waited for the processor. */
async function measureAnswer(db: Database): Promise<number> {
  const times: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const start = performance.now()
    await sql`select 1`.execute(db)
    times.push(performance.now() - start)
  }
  return Math.min(...times)
}

const megabytes = (bytes: number) =>
  bytes < 1e9 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

const MAX_CLOCK_DIFFERENCE_SECONDS = 5

/**
 * Whether this machine has the right time, as far as its database can tell: the two clocks agree, and no order is from the
 * future.
 */
export async function checkClock(db: Database, shopId: number, now?: Date): Promise<Result> {
  const { rows } = await sql<{ database: Date; newest: Date | null }>`
    select clock_timestamp() as database,
      (select max(placed_at) from shop_order where config_id = ${shopId}) as newest`.execute(db)
  const here = now ?? new Date()
  const { database = here, newest = null } = rows[0] ?? {}
  const difference = secondsBetween(here, database)
  if (difference > MAX_CLOCK_DIFFERENCE_SECONDS) {
    return problem(
      `The clocks of the shop and its database differ by ${duration(difference)}.`,
      'Synchronize both with a time server.',
    )
  }
  if (newest && newest.getTime() - here.getTime() > MAX_CLOCK_DIFFERENCE_SECONDS * 1000) {
    return problem(
      `The clock is slow: the newest order is ${duration(secondsBetween(newest, here))} in the future.`,
      'Synchronize this machine with a time server.',
    )
  }
  return ok(`It is ${here.toISOString().slice(0, 16).replace('T', ' ')} UTC, and the database agrees.`)
}

const secondsBetween = (a: Date, b: Date) => Math.abs(a.getTime() - b.getTime()) / 1000

const duration = (seconds: number) =>
  seconds < 120
    ? `${Math.round(seconds)} seconds`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} minutes`
      : `${Math.round(seconds / 3600)} hours`
