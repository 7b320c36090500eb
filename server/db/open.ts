import { sql } from 'kysely'
import pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { connect, sessionLimits } from './connect.ts'
import { startEmbedded } from './embedded/start.ts'

/** The database that the shop uses: the embedded one or that of DATABASE_URL. */
export interface OpenDatabase {
  url: string
  /** The pid of the embedded PostgreSQL. */
  readonly pid?: number
  /** Stops the embedded PostgreSQL. Does nothing to another server. */
  stop(): Promise<void>
}

const MIN_VERSION = 15
/** A server that has just started, on a machine that starts everything at the same time, takes some seconds. */
const START_TIMEOUT_MS = 10_000
/** A pooler refuses or ignores a limit that comes with a connection. A value that nothing else sets. */
const STATEMENT_TIMEOUT_MS = 2999
/** The embedded PostgreSQL allows at least so many. */
const MIN_CONNECTIONS = 40

/**
 * Opens the server of DATABASE_URL or, without one, starts the embedded PostgreSQL. `report` gets one sentence per event,
 * such as that the server allows fewer `connections` than the shop may need. `settings` override those of the embedded
 * server. Throws a `StartError` if no server can be used.
 */
export async function openDatabase(
  {
    databaseUrl,
    databaseDirectUrl,
    dataDir,
  }: Pick<Config, 'dataDir'> & Partial<Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>>,
  report: (sentence: string) => void = () => {},
  connections = 0,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  if (!databaseUrl) {
    const enough = { max_connections: String(Math.max(MIN_CONNECTIONS, connections)) }
    return startEmbedded(dataDir, { report, settings: { ...enough, ...settings } })
  }
  const name = databaseDirectUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const direct = databaseDirectUrl ?? databaseUrl
  const { version, maxConnections, statementTimeoutMs } = await readServer(direct, name)
  if (version < MIN_VERSION * 10_000) {
    throw new StartError(
      `The server of ${name} is PostgreSQL ${Math.floor(version / 10_000)}; ${MIN_VERSION} is needed.`,
    )
  }
  if (statementTimeoutMs !== STATEMENT_TIMEOUT_MS) throw isPooler(direct, name)
  if (databaseDirectUrl) await checkPooler(databaseUrl, report)
  if (maxConnections < connections)
    report(`The server of ${name} allows ${maxConnections} connections; the shop may need ${connections}.`)
  return { url: direct, stop: async () => {} }
}

/** `version` is a number such as 150004 for 15.4. */
async function readServer(
  url: string,
  name: string,
): Promise<{ version: number; maxConnections: number; statementTimeoutMs: number }> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: START_TIMEOUT_MS,
    query_timeout: START_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const show = async (setting: 'server_version_num' | 'max_connections' | 'statement_timeout') => {
      const { rows } = await client.query<Record<string, string>>(`show ${setting}`)
      return Number.parseInt(rows[0]?.[setting] ?? '', 10)
    }
    return {
      version: await show('server_version_num'),
      maxConnections: await show('max_connections'),
      statementTimeoutMs: await show('statement_timeout'),
    }
  } catch (error) {
    const { host, port, database } = client
    if (/startup parameter/.test((error as Error).message)) throw isPooler(url, name)
    throw new StartError(
      `The database ${database} at ${host}:${port} (${name}) does not answer: ${reason(error as Error)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

const isPooler = (url: string, name: string) => {
  const { host, port } = new pg.Client({ connectionString: url })
  return new StartError(
    `${host}:${port} (${name}) is a pooler: set DATABASE_DIRECT_URL to the server itself, and DATABASE_URL to the pooler.`,
  )
}

/** Reports limits that a pooler does not set, although no connection of the shop can. */
async function checkPooler(url: string, report: (sentence: string) => void): Promise<void> {
  const pooler = connect(url, { max: 1, pooled: true })
  try {
    for (const [name, milliseconds] of Object.entries(sessionLimits)) {
      const { rows } = await sql<Record<string, string>>`show ${sql.ref(name)}`.execute(pooler)
      const [value = ''] = Object.values(rows[0] ?? {})
      if (value === '0')
        report(
          `The pooler of DATABASE_URL does not set ${name}: let it set '${milliseconds}ms' (connect_query).`,
        )
    }
  } catch (error) {
    throw new StartError(`The pooler of DATABASE_URL does not answer: ${reason(error as Error)}.`)
  } finally {
    await pooler.destroy()
  }
}

/** A host with several addresses fails with one error per address. */
const reason = (error: Error) =>
  error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message
