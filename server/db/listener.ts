import { escapeIdentifier, type Client } from 'pg'
import { hangUp, openClient } from './connect.ts'

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
  let connected: Client | undefined
  /** A connection can die without an event. */
  const answers = async (client: Client) => {
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
      connected = await openClient(databaseUrl, {
        name: `haat ${channel}`,
        timeoutMs: TIMEOUT_MS,
        prepare(client) {
          const forget = () => {
            if (connected === client) connected = undefined
          }
          client.on('notification', onNotification)
          client.on('error', forget)
          client.on('end', forget)
        },
        first: `listen ${escapeIdentifier(channel)}`,
      })
    },
    async close() {
      await connected?.end().catch(() => {})
    },
  }
}
