import { sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import {
  isDatabase,
  processorSecondsWithEnded,
  processTree,
  residentShare,
  writtenBytes,
} from '../processes.ts'
import { askFor } from '../load/request.ts'
import { databaseOf } from '../shops/customers.ts'
import type { Shop } from '../shops/shop.ts'
import type { Cost } from './units.ts'

/** Totals of a shop since its start. */
export interface Reading extends Omit<Cost, 'sentBytes'> {
  /** Milliseconds of the clock. */
  at: number
}

/** Reads what a shop and its database have used. */
export interface Meter {
  read: () => Promise<Reading>
  /** Bytes that are resident now, and the sizes of the response cache. */
  memory: () => Promise<{ process: number; database: number; cacheBytes: number; cacheEntries: number }>
  /** Does what autovacuum would do at some later time. */
  vacuum: () => Promise<void>
  close: () => Promise<void>
}

/** Connects to the database of a shop. */
export function openMeter(shop: Shop): Meter {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  return {
    read: async () => ({
      ...(await readDatabase(db)),
      ...(await readProcesses(shop)),
      at: performance.now(),
    }),
    memory: async () => {
      const { ofShop, ofDatabase } = parts(shop)
      const sum = (pids: number[]) => pids.reduce((total, pid) => total + residentShare(pid), 0)
      return {
        process: sum(ofShop),
        database: sum(ofDatabase),
        cacheBytes: await counterOf(shop, 'response_cache_bytes'),
        cacheEntries: await counterOf(shop, 'response_cache_entries'),
      }
    },
    vacuum: async () => void (await sql`vacuum analyze`.execute(db)),
    close: () => db.destroy(),
  }
}

function parts({ pid }: Shop) {
  const all = processTree(pid)
  return {
    ofShop: all.filter((each) => !isDatabase(each)),
    ofDatabase: all.filter(isDatabase),
  }
}

async function readProcesses(shop: Shop) {
  const misses = await counterOf(shop, 'response_cache_misses_total')
  const { ofShop, ofDatabase } = parts(shop)
  // Backends that end between two readings are in the time of the postmaster.
  const ms = (pids: number[]) => pids.reduce((sum, pid) => sum + processorSecondsWithEnded(pid) * 1000, 0)
  const written = [...ofShop, ...ofDatabase].reduce((sum, pid) => sum + writtenBytes(pid), 0)
  return { shopMs: ms(ofShop), databaseMs: ms(ofDatabase), writtenBytes: written, misses }
}

async function readDatabase(db: Database) {
  const { rows } = await sql<{ wal: string; stored: string }>`
    select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as wal, pg_database_size(current_database()) as stored`.execute(
    db,
  )
  return { walBytes: Number(rows[0]?.wal), storedBytes: Number(rows[0]?.stored) }
}

async function counterOf({ port }: Shop, name: string): Promise<number> {
  const { body } = await askFor(200, port, { method: 'GET', path: '/metrics' })
  const value = new RegExp(`^${name} (\\d+)$`, 'm').exec(body.toString())?.[1]
  if (value === undefined) throw new Error(`The shop does not count ${name}`)
  return Number(value)
}
