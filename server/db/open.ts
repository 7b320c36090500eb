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

/**
 * Opens the server of DATABASE_URL or, without one, starts the embedded PostgreSQL; `say` is told in a sentence what
 * happens. Throws a `StartError` when there is no server to work with.
 */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  say: (sentence: string) => void = () => {},
): Promise<OpenDatabase> {
  if (!databaseUrl) return startEmbedded(dataDir, { say })
  const version = await readVersion(databaseUrl)
  if (version < oldest * 10_000) {
    throw new StartError(
      `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; ${oldest} is needed.`,
    )
  }
  return { url: databaseUrl, stop: async () => {} }
}

/** As PostgreSQL numbers itself: 15.4 is 150004. */
async function readVersion(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000, query_timeout: 3000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    return Number(rows[0]?.server_version_num)
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
