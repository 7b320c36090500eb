import { execFile } from 'node:child_process'
import { chmod, chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { startEmbedded, type EmbeddedServer } from '#server/db/embedded/start.ts'
import { migrate } from '#server/db/migrate.ts'

export interface ReplicatedDatabase {
  /** The database on the primary. */
  url: string
  /** The same database on each replica. */
  replicaUrls: string[]
  /** Stops all servers and deletes their data. */
  stop(): Promise<void>
}

/** What a primary needs for replicas, and what a test does without. */
const settings = {
  wal_level: 'replica',
  max_wal_senders: '8',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '16MB',
}

/** Starts a primary with a migrated database, and `count` replicas that follow it. */
export async function replicatedDatabase(count = 1): Promise<ReplicatedDatabase> {
  const root = await mkdtemp(join(tmpdir(), 'haat-replicas-'))
  const running: EmbeddedServer[] = []
  const start = async (name: string, more: Record<string, string> = {}) => {
    const server = await startEmbedded(join(root, name), {
      settings: { ...settings, ...more },
      durable: false,
    })
    running.push(server)
    return server
  }
  const stop = async () => {
    // The primary last: it waits until its replicas have the whole log.
    for (const server of running.reverse()) await server.stop()
    await rm(root, { recursive: true, force: true })
  }
  try {
    const first = await start('primary')
    await migrate(first.url)
    await first.stop()
    // The replicas run as a user who has to reach the socket of the primary.
    for (const folder of [root, join(root, 'primary')]) await chmod(folder, 0o755)
    const names = Array.from({ length: count }, (_, index) => `replica-${index + 1}`)
    for (const name of names) await copyCluster(join(root, 'primary'), join(root, name))
    running.length = 0
    const { url } = await start('primary')
    const { host, port } = new pg.Client({ connectionString: url })
    const primary_conninfo = `host=${host} port=${port} user=postgres`
    const replicas = []
    for (const name of names) replicas.push(await start(name, { primary_conninfo }))
    await areFollowing(url, count)
    return { url, replicaUrls: replicas.map((replica) => replica.url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Copies the data of a stopped server, for one that follows it. */
async function copyCluster(from: string, to: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', from, to])
  const signal = join(to, 'postgres', 'standby.signal')
  const { uid, gid } = await stat(join(to, 'postgres'))
  await writeFile(signal, '')
  await chown(signal, uid, gid)
}

async function areFollowing(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (let tries = 0; tries < 100; tries++) {
      const { rowCount } = await client.query(`select from pg_stat_replication where state = 'streaming'`)
      if (rowCount === count) return
      await wait(100)
    }
    throw new Error('The replicas do not follow the primary')
  } finally {
    await client.end()
  }
}
