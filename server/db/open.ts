import pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
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
/** The embedded PostgreSQL allows at least so many. */
const MIN_CONNECTIONS = 40

/**
 * Opens the server of DATABASE_URL or, without one, starts the embedded PostgreSQL. `report` gets one sentence per event,
 * such as that the server allows fewer `connections` than the shop may need. `settings` override those of the embedded
 * server. Throws a `StartError` if no server can be used.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  report: (sentence: string) => void = () => {},
  connections = 0,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  if (!databaseUrl) {
    const enough = { max_connections: String(Math.max(MIN_CONNECTIONS, connections)) }
    return startEmbedded(dataDir, { report, settings: { ...enough, ...settings } })
  }
  const { version, maxConnections } = await readServer(databaseUrl)
  if (version < MIN_VERSION * 10_000) {
    throw new StartError(
      `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; ${MIN_VERSION} is needed.`,
    )
  }
  if (maxConnections < connections)
    report(
      `The server of DATABASE_URL allows ${maxConnections} connections; the shop may need ${connections}.`,
    )
  return { url: databaseUrl, stop: async () => {} }
}

/** `version` is a number such as 150004 for 15.4. */
async function readServer(url: string): Promise<{ version: number; maxConnections: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const show = async (name: 'server_version_num' | 'max_connections') => {
      const { rows } = await client.query<Record<string, string>>(`show ${name}`)
      return Number(rows[0]?.[name])
    }
    return { version: await show('server_version_num'), maxConnections: await show('max_connections') }
  } catch (error) {
    const { host, port, database } = client
    throw new StartError(
      `The database ${database} at ${host}:${port} (DATABASE_URL) does not answer: ${reason(error as Error)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host with several addresses fails with one error per address. */
const reason = (error: Error) =>
  error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message
