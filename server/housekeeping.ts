import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db/connect.ts'
import type { DB } from './db/schema.ts'
import { removeLoosePictures } from './modules/catalog/index.ts'
import { folderStorage, removeUnfinished } from './platform/storage.ts'

interface Leftover {
  table: keyof DB
  /** Which of its rows, of every shop, nobody needs any more. */
  old: string
}

/** What is kept for how long. Carts and wishlists of visitors go with them. */
const leftovers: readonly Leftover[] = [
  { table: 'session', old: `expires_at < now()` },
  { table: 'mailed_link', old: `expires_at < now() - interval '7 days'` },
  { table: 'invitation', old: `expires_at < now() - interval '30 days'` },
  { table: 'shopper', old: `user_id is null and seen_at < now() - interval '180 days'` },
  { table: 'answered_write', old: `created_at < now() - interval '24 hours'` },
  { table: 'rate_limit', old: `free_at < now()` },
  { table: 'mail', old: `sent_at < now() - interval '90 days'` },
]

const day = 24 * 3600 * 1000
/** So that no statement is long, and nobody waits for its locks. */
const batch = 500

/** Deletes what has become old. What cannot be deleted now is logged, and left for the next time. */
export async function keepHouse(db: Database, dataDir: string, log: Logger): Promise<void> {
  const folder = join(dataDir, 'uploads')
  const chores = [
    ...leftovers.map((leftover) => [leftover.table, () => deleteOld(db, leftover)] as const),
    ['uploads', () => removeUnfinished(folder, day)] as const,
    ['pictures', () => removeLoosePictures(db, { folder, storage: folderStorage(folder) })] as const,
  ]
  for (const [what, clear] of chores) {
    try {
      const count = await clear()
      if (count > 0) log.info({ what, count }, 'old things deleted')
    } catch (error) {
      log.warn({ err: error, what }, 'old things could not be deleted')
    }
  }
}

/** Keeps house a minute after the start, then every hour. `stop` waits for what is under way. */
export function startHousekeeping(
  db: Database,
  dataDir: string,
  log: Logger,
  { first = 60_000, every = 3_600_000 } = {},
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const pause = (time: number) => wait(time, undefined, { signal, ref: false }).catch(() => {})
  const work = async () => {
    await pause(first)
    while (!signal.aborted) {
      await keepHouse(db, dataDir, log)
      await pause(every)
    }
  }
  const working = work()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Rows that somebody is using are left for the next time. */
async function deleteOld(db: Database, { table, old }: Leftover): Promise<number> {
  let count = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.raw(old)} limit ${batch} for update skip locked))`.execute(
      db,
    )
    count += Number(numAffectedRows)
    if (numAffectedRows < batch) return count
  }
}
