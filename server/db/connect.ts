import { Socket } from 'node:net'
import { Kysely, PostgresDialect, type Logger, type Transaction as KyselyTransaction } from 'kysely'
import pg from 'pg'
import { TIMEOUT_MS } from './client/limited-connection.ts'
import { limitPool, type LimitedPool } from './client/limited-pool.ts'
import { pipelineTransactions, shareTransactionConnections } from './client/pipelining.ts'
import { sendStatements } from './client/send-statements.ts'
import type { DB } from './schema.ts'

// The rest of the server enters `client/` here.
export { createBudget, waitWithinBudget, withinBudget, type Budget } from './client/budget.ts'
export { hangUp } from './client/hang-up.ts'
export { isDatabaseFailure } from './client/database-failure.ts'
export { commitLazily, commitOnReplica } from './client/commit-wait.ts'
export { later } from './client/later.ts'
export { connectionsOf, poolSize } from './client/pool-size.ts'
export { openClient } from './client/open-client.ts'
export { prepared, statementName } from './client/prepared.ts'
export { violation } from './client/violations.ts'

/** The handle that every query function takes first. A transaction has the same type. */
export type Database = Kysely<DB>

/** For functions whose writes must be committed together with others. */
export type Transaction = KyselyTransaction<DB>

/** A transaction that waits for its process. A request's budget ends no later; this frees the locks of a lost process. */
const IDLE_IN_TRANSACTION_MS = 3500
/** Shorter than the statement timeout, so that a lock does not keep a connection as long as a query may. */
const LOCK_TIMEOUT_MS = 2000
const KEEP_ALIVE_MS = 5000

/** What the server itself ends, in milliseconds. A pooler has to set the same for its connections. */
export const sessionLimits = {
  statement_timeout: TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
}

interface ConnectOptions {
  max?: number
  limits?: boolean
  pooled?: boolean
  log?: Logger
}

/** The pools of handles with limits. */
const limitedPools = new WeakMap<Database, LimitedPool>()
/** The sockets of each handle, also of connections that are being made. */
const openSockets = new WeakMap<Database, Set<Socket>>()

/**
 * bigint arrives as number. A value that no number holds is an error instead of being rounded. numeric stays text, and so does
 * a day, which is no moment.
 */
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
})

types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)

/**
 * Opens a pool of connections, which are made when needed. Every wait for the database ends within 3 s: for a connection,
 * for a statement, and for a server that hangs. All waits of a request together end within its budget (`withinBudget`).
 * `limits: false` lifts this for bulk work. `log` gets every statement.
 *
 * `pooled`: the URL is that of a pooler such as PgBouncer, which gives each transaction another connection of its own. It sets
 * the limits of the server, and statements have no name there.
 */
export function connect(
  url: string,
  { max = 8, limits = true, pooled = false, log }: ConnectOptions = {},
): Database {
  const sockets = new Set<Socket>()
  const openSocket = () => {
    const socket = new Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  const pool = new pg.Pool({
    connectionString: url,
    stream: openSocket,
    max,
    types,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    pipeline: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    application_name: 'haat',
    ...(limits && !pooled && sessionLimits),
  })
  const limited = limits ? limitPool(pool, max) : undefined
  // The pool drops a lost idle connection and opens another for the next query, so the event needs no answer.
  pool.on('error', () => {})
  // A connection lost in the middle of a query fails that query. Without a listener, the event would end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    const send = sendStatements(client, !pooled)
    Object.assign(client, { query: pipelineTransactions(limited?.limitStatements(client, send) ?? send) })
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: limited ?? pool }), ...(log && { log }) })
  if (limited) limitedPools.set(db, limited)
  openSockets.set(db, sockets)
  shareTransactionConnections(db)
  return db
}

/** Whether requests wait for this database for long, or have lately run out of time. */
export const isStalled = (db: Database): boolean => limitedPools.get(db)?.isStalled() ?? false

/** Whether the server answered last, and did not refuse a connection or keep silent. */
export const isAnswering = (db: Database): boolean => limitedPools.get(db)?.isAnswering() ?? false

/** Closes all connections of a handle at once: what waits for them fails, and later statements open others. */
export function hangUpAll(db: Database): void {
  for (const socket of openSockets.get(db) ?? []) socket.destroy()
}
