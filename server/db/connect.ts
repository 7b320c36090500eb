import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect, type Logger, type Transaction as KyselyTransaction } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

/** The handle that is the first parameter of every query function; a transaction has the same type. */
export type Database = Kysely<DB>

/** What a function takes whose writes must stand or fall together with others. */
export type Transaction = KyselyTransaction<DB>

const waitLimit = 2500

/** bigint arrives as number; what a number cannot hold is an error, not a rounded value. numeric stays text. */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
})

/**
 * Opens a pool of connections. Every wait for the database ends within 3 s: for a connection, for a statement, and,
 * should the server hang, for its answer. `limits: false` lifts this for bulk work; connections are made when needed.
 * `log` hears every statement.
 */
export function connect(
  url: string,
  { max = 8, limits = true, log }: { max?: number; limits?: boolean; log?: Logger } = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    types,
    keepAlive: true,
    connectionTimeoutMillis: waitLimit,
    application_name: 'haat',
    ...(limits && {
      statement_timeout: waitLimit,
      idle_in_transaction_session_timeout: 10_000,
      query_timeout: waitLimit + 300,
    }),
  })
  // A lost idle connection is not an event: the pool has dropped it and opens another for the next query.
  pool.on('error', () => {})
  // One that is lost in the middle of a query fails that query; unheard, the event would end the process as well.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    keepPlans(client)
  })
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }), ...(log && { log }) })
}

const plannedOnce = '/* planned once */'
const names = new Map<string, string>()

/**
 * A statement that begins with this comment is planned once a connection and not each time it runs, which takes longer
 * than the statement itself. For the few that run at nearly every call; their text must always be the same.
 */
function keepPlans(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown
  const keeping = (text: unknown, values: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && text.startsWith(plannedOnce)
      ? query({ name: nameOf(text), text, values }, ...rest)
      : query(text, values, ...rest)
  Object.assign(client, { query: keeping })
}

function nameOf(text: string): string {
  const name = names.get(text) ?? createHash('sha256').update(text).digest('hex').slice(0, 32)
  names.set(text, name)
  return name
}
