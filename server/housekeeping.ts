import { join } from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './db/connect.ts'
import type { DB } from './db/schema.ts'
import { defaultRetention, type Settings } from './modules/settings/index.ts'
import { forgetBuyers } from './modules/checkout-sessions/index.ts'
import { notifyNoLongerNew, removeOrphanedUploads } from './modules/catalog/index.ts'
import { removeOldArchives } from './modules/export/index.ts'
import { emptyOldImports } from './modules/imports/index.ts'
import { forgetNetworks } from './modules/orders/index.ts'
import { removeOldEvents } from './modules/webhooks/index.ts'
import type { Job } from './platform/jobs/job.ts'
import { removeUnfinished } from './platform/storage/folder-storage.ts'
import type { Storage } from './platform/storage/storage.ts'

interface Retention {
  table: keyof DB
  /** SQL that is true for rows, of any shop, to be deleted. */
  expired: string
}

/** SQL for how long the shop of a row keeps it, as its settings say. */
const kept = (table: string, field: keyof Settings<'retention'>) =>
  `coalesce((select value::int from setting s where s.config_id = ${table}.config_id and s.key = 'retention.${field}'),
    ${defaultRetention[field]}) * interval '1 day'`

/** How long rows are kept. A visitor's cart and wishlist go with the shopper. */
const retentions: readonly Retention[] = [
  { table: 'session', expired: `expires_at < now()` },
  { table: 'email_token', expired: `expires_at < now() - interval '7 days'` },
  { table: 'invitation', expired: `expires_at < now() - interval '30 days'` },
  { table: 'shopper', expired: `user_id is null and seen_at < now() - ${kept('shopper', 'visitor_days')}` },
  { table: 'idempotency_key', expired: `created_at < now() - interval '48 hours'` },
  {
    table: 'agent_platform',
    expired: `last_used_at < now() - interval '90 days' and blocked_at is null and not exists (
      select from shop_order o where o.config_id = agent_platform.config_id and o.agent_platform_id = agent_platform.id)`,
  },
  { table: 'agent_cart', expired: `expires_at < now() - interval '1 day'` },
  { table: 'checkout_session', expired: `state <> 'ordered' and expires_at < now() - interval '1 day'` },
  { table: 'rate_limit', expired: `free_at < now()` },
  { table: 'low_stock_notice', expired: `notified_at < now() - interval '1 day'` },
  { table: 'search_count', expired: `day < current_date - 400` },
  { table: 'visitor', expired: `seen_at < now() - interval '1 day'` },
  { table: 'visit_count', expired: `hour < now() - interval '800 days'` },
  { table: 'search_visit', expired: `week < current_date - 10` },
  { table: 'synonym_suggestion', expired: `last_on < current_date - 90` },
  { table: 'search_signal_product', expired: `search_signal_now(weight, counted_on) < 0.5` },
  {
    table: 'search_signal',
    expired: `not exists (select from search_signal_product p
      where p.config_id = search_signal.config_id and p.signal_id = search_signal.id)`,
  },
  { table: 'email', expired: `sent_at < now() - ${kept('email', 'email_days')}` },
]

const HALF_HOUR_MS = 1_800_000
/** Rows deleted by one statement, so that it is short and its locks are brief. */
const BATCH_SIZE = 500

/** Deletes expired rows and orphaned images. A step that fails keeps no other from running. */
export async function runHousekeeping(db: Database, storage: Storage, log: Logger): Promise<void> {
  const steps = [
    ...retentions.map((retention) => [retention.table, () => deleteExpired(db, retention)] as const),
    ['events', () => removeOldEvents(db)] as const,
    ['buyers of agents', () => forgetBuyers(db)] as const,
    ['networks of orders', () => forgetNetworks(db)] as const,
    ['imports', () => emptyOldImports(db)] as const,
    ['new', () => notifyNoLongerNew(db)] as const,
    ['images', () => removeOrphanedUploads(db, storage)] as const,
  ]
  const errors: unknown[] = []
  for (const [what, clear] of steps) {
    try {
      const count = await clear()
      if (count > 0) log.info({ what, count }, 'expired data deleted')
    } catch (error) {
      errors.push(error)
      log.warn({ err: error, what }, 'expired data could not be deleted')
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'housekeeping is incomplete')
}

/** Runs a minute after the start, then every half hour. */
export function housekeepingJob(
  db: Database,
  storage: Storage,
  log: Logger,
  { firstRunMs = 60_000, intervalMs = HALF_HOUR_MS } = {},
): Job {
  return { name: 'housekeeping', firstRunMs, intervalMs, run: () => runHousekeeping(db, storage, log) }
}

/** Deletes what killed processes have left on the disk of this host, which no other host may see. */
export const diskJob = (dataDir: string): Job => ({
  name: 'disk_cleanup',
  firstRunMs: 60_000,
  intervalMs: HALF_HOUR_MS,
  everyHost: true,
  async run() {
    await removeUnfinished(join(dataDir, 'uploads'), HALF_HOUR_MS)
    await removeOldArchives(join(dataDir, 'exports'))
  },
})

/** Skips rows that another transaction has locked; the next run deletes them. */
async function deleteExpired(db: Database, { table, expired }: Retention): Promise<number> {
  let count = 0
  for (;;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(
        select ctid from ${sql.table(table)} where ${sql.raw(expired)} limit ${BATCH_SIZE} for update skip locked))`.execute(
      db,
    )
    count += Number(numAffectedRows)
    if (numAffectedRows < BATCH_SIZE) return count
  }
}
