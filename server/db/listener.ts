import pg from 'pg'
import { hangUp } from './connect.ts'

/** Receives the notifications of one channel while its connection lives. */
export interface Listener {
  /**
   * Checks the connection and connects again if necessary; rejects if it cannot. Notifications sent while it was
   * disconnected are lost.
   */
  ensure(): Promise<void>
  close(): Promise<void>
}

const TIMEOUT_MS = 2500

/** A listener on its own connection, which the first `ensure` opens. */
export function listenTo(databaseUrl: string, channel: string, onNotification: () => void): Listener {
  let connected: pg.Client | undefined
  /** A connection can die without an event. */
  const answers = async (client: pg.Client) => {
    try {
      await client.query('select 1')
      return true
    } catch {
      hangUp(client)
      return false
    }
  }
  return {
    async ensure() {
      if (connected && (await answers(connected))) return
      const client = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: TIMEOUT_MS,
        query_timeout: TIMEOUT_MS,
        keepAlive: true,
        application_name: `haat ${channel}`,
      })
      const forget = () => {
        if (connected === client) connected = undefined
      }
      client.on('notification', onNotification)
      client.on('error', forget)
      client.on('end', forget)
      try {
        await client.connect()
        connected = client
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      } catch (error) {
        forget()
        hangUp(client)
        throw error
      }
    },
    async close() {
      await connected?.end().catch(() => {})
    },
  }
}
