import pg from 'pg'
import type { Config } from '../config.ts'
import { StartError } from '../start-error.ts'
import { startEmbedded } from './embedded.ts'

/** The database the shop runs on, wherever it is. */
export interface OpenDatabase {
  url: string
  /** Of the embedded PostgreSQL. */
  readonly pid?: number
  /** Stops the embedded PostgreSQL; another server is left alone. */
  stop(): Promise<void>
}

const oldest = 15
/** What the embedded PostgreSQL allows a single process. */
const fewest = 40

/**
 * Opens the server of DATABASE_URL or, without one, starts the embedded PostgreSQL; `say` is told in a sentence what
 * happens, also that the server allows fewer `connections` than the shop may need. `settings` are for the embedded one,
 * instead of those of a shop. Throws a `StartError` when there is no server to work with.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (sentence: string) => void = () => {},
  connections = 0,
  settings: Record<string, string> = {},
): Promise<OpenDatabase> {
  if (!databaseUrl) {
    const enough = { max_connections: String(Math.max(fewest, connections)) }
    return startEmbedded(dataDir, { say, settings: { ...enough, ...settings } })
  }
  const { version, most } = await readServer(databaseUrl)
  if (version < oldest * 10_000) {
    throw new StartError(
      `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; ${oldest} is needed.`,
    )
  }
  if (most < connections)
    say(`The server of DATABASE_URL allows ${most} connections; the shop may need ${connections}.`)
  return { url: databaseUrl, stop: async () => {} }
}

/** Its version as PostgreSQL numbers itself, 15.4 is 150004, and how many may be connected to it. */
async function readServer(url: string): Promise<{ version: number; most: number }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const show = async (name: 'server_version_num' | 'max_connections') => {
      const { rows } = await client.query<Record<string, string>>(`show ${name}`)
      return Number(rows[0]?.[name])
    }
    return { version: await show('server_version_num'), most: await show('max_connections') }
  } catch (error) {
    const { host, port, database } = client
    throw new StartError(
      `The database ${database} at ${host}:${port} (DATABASE_URL) does not answer: ${reason(error as Error)}.`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** A host with several addresses fails with one error for each. */
const reason = (error: Error) =>
  error instanceof AggregateError ? error.errors.map(String).join(', ') : error.message
