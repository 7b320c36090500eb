import pg from 'pg'
import { hangUp } from './hang-up.ts'

interface ClientOptions {
  /** The name of the application that the server shows. */
  name: string
  /** For the connection, and for each statement. */
  timeoutMs: number
  /** Adds listeners before the client connects, and is not called again. */
  prepare?: (client: pg.Client) => void
  /** A statement that belongs to the connection. */
  first?: string
}

/** Opens a connection beside the pools, for what needs one of its own. Closes it again if it cannot be used. */
export async function openClient(
  url: string,
  { name, timeoutMs, prepare, first }: ClientOptions,
): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
    keepAlive: true,
    application_name: name,
  })
  // A lost connection fails its statement. Without a listener, the event would end the process.
  client.on('error', () => {})
  prepare?.(client)
  try {
    await client.connect()
    if (first !== undefined) await client.query(first)
    return client
  } catch (error) {
    hangUp(client)
    throw error
  }
}
