import { join, resolve } from 'node:path'
import pg from 'pg'
import { choosePort, chooseSocket, removeLeftSocket } from './embedded-address.ts'
import { findBinaries } from './embedded-binaries.ts'
import { clusterExists, createCluster, removeUnfinished } from './embedded-cluster.ts'
import { lockDataDir } from './embedded-lock.ts'
import { checkOwner, chooseOwner } from './embedded-owner.ts'
import { stopOrphan } from './embedded-process.ts'
import { cacheSize, dataSize, settings, usableMemory } from './embedded-settings.ts'
import { supervise } from './embedded-supervisor.ts'
import { warm } from './embedded-warm.ts'

/** The name of the shop's database in the embedded server. */
export const databaseName = 'haat'

export interface EmbeddedServer {
  url: string
  /** Of PostgreSQL; another one after it had to be started again. */
  readonly pid: number | undefined
  /** Disconnects everyone, saves, and gives the data folder back. May be called again. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Told in a sentence what happens. */
  say?: (sentence: string) => void
  settings?: Record<string, string>
  /** False only where losing the data does not matter: tests. */
  durable?: boolean
  /** Listen on a local port instead of a socket. */
  tcp?: boolean
}

/**
 * Runs the PostgreSQL that came with the shop on `dataDir/postgres`, made at the first start, and starts it again should
 * it die. Recovers by itself from whatever a killed shop has left. Throws a `StartError` when another shop has the
 * folder, or PostgreSQL cannot run here.
 */
export async function startEmbedded(dataDir: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const unlock = await lockDataDir(dataDir)
  try {
    return await start(resolve(dataDir), options, unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function start(dataDir: string, options: EmbeddedOptions, unlock: () => void): Promise<EmbeddedServer> {
  const { say = () => {}, durable = true, tcp = process.platform === 'win32' } = options
  const folder = join(dataDir, 'postgres')
  const owner = chooseOwner(folder)
  const { postgres, initdb } = findBinaries(owner)
  await stopOrphan(folder)
  removeLeftSocket(folder)
  removeUnfinished(folder)
  const address = tcp ? await choosePort(dataDir, owner) : chooseSocket(folder, owner)
  if (!clusterExists(folder)) {
    say('Making the database')
    await createCluster(folder, { initdb, owner, durable, passwordFile: address.passwordFile })
  }
  checkOwner(folder)
  const shared_buffers = cacheSize(await dataSize(folder), usableMemory())
  const server = await supervise(folder, {
    program: postgres,
    owner,
    settings: { ...settings, shared_buffers, ...address.settings, ...options.settings },
    logFile: join(dataDir, 'postgres.log'),
    say,
  })
  let stopped: Promise<void> | undefined
  const stop = () =>
    (stopped ??= server.stop().then(() => {
      address.remove()
      unlock()
    }))
  try {
    await createDatabase(address.url('postgres'))
  } catch (error) {
    await stop()
    throw error
  }
  // Nobody waits for it, and without it all is as well, but later.
  warm(address.url(databaseName)).catch(() => {})
  return {
    url: address.url(databaseName),
    get pid() {
      return server.pid
    },
    stop,
  }
}

async function createDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 3000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [databaseName])
    if (rowCount === 0) await client.query(`create database ${databaseName}`)
  } finally {
    await client.end()
  }
}
