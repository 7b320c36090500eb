import { readdir, stat } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'

/** The folder that PostgreSQL was started in, named so that no folder above it needs to be readable. */
const startFolder = '/proc/self/cwd'

/**
 * How to name a folder to a PostgreSQL program that is started inside it. As root we run it as a user who may be unable
 * to walk down to the folder; on Linux this name leads there all the same.
 */
export const nameFromInside = (folder: string) => (process.platform === 'linux' ? startFolder : folder)

/**
 * Sized for a small shop on a small machine: the whole of it is to stay below 400 MB. Durable: a commit that was
 * acknowledged survives the loss of power. The cache is sized by `cacheSize`.
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
  // Compiling a query takes longer than any query of a shop.
  jit: 'off',
  // Nothing replicates from here, and reads come from the page cache of the system: four processes fewer.
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  io_method: 'sync',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Errors of statements are in the shop's own log, with the request that caused them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
}

const megabyte = 1024 * 1024

/**
 * How much of its data PostgreSQL keeps at hand, as its `shared_buffers`: a quarter of the data, which is about what a shop
 * reads again and again; a small shop's fits into 40 MB. Never more than an eighth of the memory. The rest is in the page
 * cache of the system, where a page costs several times as much to read. Sizes are in bytes.
 */
export const cacheSize = (data: number, memory: number): string =>
  `${Math.round(Math.max(40 * megabyte, Math.min(data / 4, memory / 8)) / megabyte)}MB`

/** What this process may use of the machine's memory, in bytes. */
export const usableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || totalmem())

/** How large the databases of a cluster are, in bytes. */
export async function dataSize(folder: string): Promise<number> {
  const base = join(folder, 'base')
  const files = await readdir(base, { recursive: true })
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(base, file))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
