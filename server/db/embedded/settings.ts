import { readdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/** The folder that PostgreSQL was started in; no folder above it needs to be readable. */
const START_FOLDER = '/proc/self/cwd'

/**
 * The path of a folder for a PostgreSQL program that is started inside it. If we are root, it runs as a user who may not be
 * able to reach the folder; on Linux this path works all the same.
 */
export const pathFromInside = (folder: string) => (process.platform === 'linux' ? START_FOLDER : folder)

/**
 * Sized for a small shop on a small machine: shop and database use less than 400 MB. Durable: an acknowledged commit
 * survives a power loss. `cacheSize` sets the cache.
 */
export const settings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  maintenance_work_mem: '64MB',
  effective_cache_size: '512MB',
  max_connections: '40',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  // To compile a query takes longer than any query of a shop.
  jit: 'off',
  // Nothing replicates from here, and the system's page cache serves reads. This saves four processes.
  max_wal_senders: '0',
  // Restoring a backup fills new tables without a log entry for each row.
  wal_level: 'minimal',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The shop logs failed statements itself, with the request that caused them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const MEGABYTE = 1024 * 1024

/**
 * The `shared_buffers` of PostgreSQL, from sizes in bytes: a quarter of the data, which is about what a shop reads often,
 * but at least 40 MB and at most an eighth of the memory. The system's page cache holds the rest; reading a page from
 * there costs several times as much.
 */
export const cacheSize = (data: number, memory: number): string =>
  `${Math.round(Math.max(40 * MEGABYTE, Math.min(data / 4, memory / 8)) / MEGABYTE)}MB`

/** The memory that this process may use, in bytes. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem())

/** The size of a cluster's databases in bytes. */
export async function dataSize(folder: string): Promise<number> {
  const base = join(folder, 'base')
  const files = await readdir(base, { recursive: true })
  // An orphaned server may delete files at the same time.
  const sizes = await Promise.all(
    files.map((file) =>
      stat(join(base, file)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
