import pg from 'pg'
import { databaseName } from '#server/db/embedded.ts'
import { runningUrl } from '#server/db/embedded-address.ts'

/** Tells a shop that its catalogue has changed, as a write does, so that nothing it has ready may be used again. */
export interface CatalogueChange {
  /** Returns when the database has passed the news on. */
  happen: () => Promise<void>
  close: () => Promise<void>
}

/** Connects to the database of the shop that runs on this folder. */
export async function openCatalogueChange(dataDir: string): Promise<CatalogueChange> {
  const client = new pg.Client({ connectionString: runningUrl(dataDir, databaseName) })
  // A shop that ends while it is being measured is noticed by whoever asks it.
  client.on('error', () => {})
  await client.connect()
  await client.query('listen catalogue')
  return {
    happen: async () => {
      const heard = new Promise((resolve) => client.once('notification', resolve))
      await client.query(`select pg_notify('catalogue', '1')`)
      await heard
    },
    close: () => client.end(),
  }
}
