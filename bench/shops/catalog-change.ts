import pg from 'pg'
import { databaseName } from '#server/db/embedded/start.ts'
import { runningUrl } from '#server/db/embedded/address.ts'

/** Notifies a shop of a catalog change, as a write does, so that its cached answers become stale. */
export interface CatalogChange {
  /** Returns when the database has delivered the notification. */
  happen: () => Promise<void>
  close: () => Promise<void>
}

/** Connects to the database of the shop that runs on this data folder. */
export async function openCatalogChange(dataDir: string): Promise<CatalogChange> {
  const client = new pg.Client({ connectionString: runningUrl(dataDir, databaseName) })
  // The client that loads the shop notices when it stops.
  client.on('error', () => {})
  await client.connect()
  await client.query('listen catalog')
  return {
    happen: async () => {
      const heard = new Promise((resolve) => client.once('notification', resolve))
      await client.query(`select pg_notify('catalog', '1')`)
      await heard
    },
    close: () => client.end(),
  }
}
