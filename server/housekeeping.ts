import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db/connect.ts'
import type { DB } from './db/schema.ts'
import { removeLoosePictures } from './modules/catalog/index.ts'
import { repeat } from './platform/repeat.ts'
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
  { table: 'low_stock_notice', old: `told_at < now() - interval '1 day'` },
  { table: 'search_count', old: `day < current_date - 400` },
  { table: 'mail', old: `sent_at < now() - interval '90 days'` },
]

const halfHour = 1_800_000
/** So that no statement is long, and nobody waits for its locks. */
const batch = 500

/** Deletes what has become old. What cannot be deleted now is logged, and left for the next time. */
export async function keepHouse(db: Database, dataDir: string, log: Logger): Promise<void> {
  const folder = join(dataDir, 'uploads')
  const chores = [
    ...leftovers.map((leftover) => [leftover.table, () => deleteOld(db, leftover)] as const),
    ['uploads', () => removeUnfinished(folder, halfHour)] as const,
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

/** Keeps house a minute after the start, then every half hour. `stop` waits for what is under way. */
export function startHousekeeping(
  db: Database,
  dataDir: string,
  log: Logger,
  { first = 60_000, every = halfHour } = {},
): { stop(): Promise<void> } {
  return repeat(() => keepHouse(db, dataDir, log), {
    first,
    every,
    onError: (error) => log.warn({ err: error }, 'the house could not be kept'),
  })
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
