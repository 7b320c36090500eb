import { join, resolve } from 'node:path'
import pg from 'pg'
import { choosePort, chooseSocket, removeStaleSocket } from './address.ts'
import { findBinaries } from './binaries.ts'
import { clusterExists, createCluster, removeUnfinishedClusters } from './cluster.ts'
import { lockDataDir } from './data-dir-lock.ts'
import { checkOwner, chooseOwner } from './owner.ts'
import { cacheSize, dataSize, settings, usableMemory } from './settings.ts'
import { supervise } from './supervisor.ts'
import { warmCache } from './warm-cache.ts'

/** The name of the shop's database in the embedded server. */
export const databaseName = 'haat'

export interface EmbeddedServer {
  url: string
  /** The pid of PostgreSQL, which changes with a restart. */
  readonly pid: number | undefined
  /** Disconnects everyone, saves, and unlocks the data folder. Further calls do nothing. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Gets one sentence per event. */
  report?: (sentence: string) => void
  settings?: Record<string, string>
  /** False only in tests, where losing the data does not matter. */
  durable?: boolean
  /** Listen on a local port instead of a socket. */
  tcp?: boolean
}

/**
 * Runs the PostgreSQL that came with the shop on `dataDir/postgres`, which the first start creates. Restarts it if it dies,
 * and cleans up after a killed shop. Throws a `StartError` if another shop uses the folder, or PostgreSQL cannot run here.
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
  const { report = () => {}, durable = true, tcp = process.platform === 'win32' } = options
  const folder = join(dataDir, 'postgres')
  const owner = chooseOwner(folder)
  const { postgres, initdb } = findBinaries(owner)
  removeStaleSocket(folder)
  removeUnfinishedClusters(folder)
  const address = tcp ? await choosePort(dataDir, owner) : chooseSocket(folder, owner)
  if (!clusterExists(folder)) {
    report('Creating the database')
    await createCluster(folder, { initdb, owner, durable, passwordFile: address.passwordFile })
  }
  checkOwner(folder)
  const shared_buffers = cacheSize(await dataSize(folder), usableMemory())
  const server = await supervise(folder, {
    program: postgres,
    owner,
    settings: { ...settings, shared_buffers, ...address.settings, ...options.settings },
    logFile: join(dataDir, 'postgres.log'),
    url: address.url('postgres'),
    report,
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
  // Nothing waits for it: without a warm cache the first searches are only slower.
  warmCache(address.url(databaseName)).catch(() => {})
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
