import pg from 'pg'

/** Hears what is told on one channel of the database, as long as its connection lives. */
export interface Listener {
  /** Connects where it is not connected; rejects where it cannot. What was told meanwhile is lost. */
  ensure(): Promise<void>
  close(): Promise<void>
}

const waitLimit = 2500

/** A listener on a connection of its own, which is made by the first `ensure`. */
export function listenTo(databaseUrl: string, channel: string, hear: () => void): Listener {
  let connected: pg.Client | undefined
  return {
    async ensure() {
      if (connected) return
      const client = new pg.Client({
        connectionString: databaseUrl,
        connectionTimeoutMillis: waitLimit,
        query_timeout: waitLimit,
        keepAlive: true,
        application_name: `haat ${channel}`,
      })
      const lose = () => {
        if (connected === client) connected = undefined
      }
      client.on('notification', hear)
      client.on('error', lose)
      client.on('end', lose)
      try {
        await client.connect()
        connected = client
        await client.query(`listen ${client.escapeIdentifier(channel)}`)
      } catch (error) {
        lose()
        void client.end().catch(() => {})
        throw error
      }
    },
    async close() {
      await connected?.end().catch(() => {})
    },
  }
}
