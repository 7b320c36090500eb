import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/db/connect.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'

export interface Scratch {
  /** Without limits, for loading. */
  db: Database
  url: string
  dataDir: string
  stop(): Promise<void>
}

/** A database server of its own with the settings that a shop has, but for waiting for the disk; gone afterwards. */
export async function startScratch(): Promise<Scratch> {
  const dataDir = await mkdtemp(join(tmpdir(), 'haat-search-'))
  const server = await startEmbedded(dataDir, {
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    durable: false,
  })
  await migrate(server.url)
  const db = connect(server.url, { limits: false })
  return {
    db,
    url: server.url,
    dataDir,
    async stop() {
      await db.destroy()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
