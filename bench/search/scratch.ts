import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded/start.ts'
import { migrate } from '#server/db/migrate.ts'

export interface Scratch {
  /** A handle without timeouts, for loading. It changes after a restart. */
  readonly db: Database
  readonly url: string
  dataDir: string
  /** Restarts the server with the cache size that a shop with this much data would have. */
  startAgain(): Promise<void>
  stop(): Promise<void>
}

/** A temporary database server with a shop's settings, but without waiting for the disk. */
export async function startScratch(): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-search-'))
  const start = () =>
    startEmbedded(dataDir, {
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      durable: false,
    })
  let server = await start()
  await migrate(server.url)
  let db = connect(server.url, { limits: false })
  const close = async () => {
    await db.destroy()
    await server.stop()
  }
  return {
    get db() {
      return db
    },
    get url() {
      return server.url
    },
    dataDir,
    async startAgain() {
      await close()
      server = await start()
      db = connect(server.url, { limits: false })
    },
    async stop() {
      await close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
