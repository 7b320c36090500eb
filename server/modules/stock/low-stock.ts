import { sql } from 'kysely'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Database, Transaction } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { lowStockEmail, sendEmail } from '#server/modules/email/index.ts'
import { listNoticeRecipients } from '#server/modules/settings/index.ts'
import { variantName } from './variant-name.ts'

const BATCH_SIZE = 1000

interface Notice {
  id: number
  config_id: number
  variant_id: number
}

interface LowVariant {
  config_id: number
  variant_id: number
  name: string
  options: Record<string, string>
  available: number
}

/**
 * Emails staff of each shop one list of the variants that reached their low-stock threshold. Skips variants above it again,
 * and those notified within a day without new goods. Safe to run in parallel. Returns the number of emails.
 */
export async function notifyLowStock(db: Database, base: string): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { rows: claimed } = await sql<Notice>`
      select config_id, id, variant_id from low_stock_notice where notified_at is null
      order by created_at limit ${BATCH_SIZE} for update skip locked`.execute(tx)
    if (claimed.length === 0) return 0
    let count = 0
    const notified: number[] = []
    for (const [shopId, low] of Map.groupBy(await listLowVariants(tx, claimed), (row) => row.config_id)) {
      const emails = await emailStaff(tx, shopId, base, low)
      count += emails
      if (emails > 0) {
        const variants = new Set(low.map(({ variant_id: id }) => id))
        const notices = claimed.filter((row) => row.config_id === shopId && variants.has(row.variant_id))
        notified.push(...notices.map(({ id }) => id))
      }
    }
    const ids = claimed.map(({ id }) => id)
    await sql`update low_stock_notice set notified_at = now() where id = any(${notified}::bigint[])`.execute(
      tx,
    )
    await sql`delete from low_stock_notice where id = any(${ids}::bigint[]) and notified_at is null`.execute(
      tx,
    )
    return count
  })
}

async function listLowVariants(tx: Transaction, claimed: readonly Notice[]): Promise<LowVariant[]> {
  const shops = claimed.map((row) => row.config_id)
  const variants = claimed.map((row) => row.variant_id)
  const { rows } = await sql<LowVariant>`
    select l.config_id, l.variant_id, p.name, v.options, l.available
    from (select distinct * from unnest(${shops}::integer[], ${variants}::integer[]) as t (config_id, variant_id)) t
    join stock_level l on l.config_id = t.config_id and l.variant_id = t.variant_id
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    join product p on p.config_id = l.config_id and p.id = l.product_id
    where l.is_listed and l.tracked and l.available <= coalesce(l.low_stock_threshold, default_low_stock_threshold(l.config_id)) and not exists (
      select from low_stock_notice n
      where n.config_id = l.config_id and n.variant_id = l.variant_id and n.notified_at > now() - interval '1 day'
        and not exists (
          select from stock_movement m
          where m.config_id = n.config_id and m.variant_id = n.variant_id and m.kind = 'received'
            and m.created_at > n.notified_at
        )
    )
    order by l.config_id, l.available, p.name, v.position`.execute(tx)
  return rows
}

async function emailStaff(
  tx: Transaction,
  shopId: number,
  base: string,
  low: readonly LowVariant[],
): Promise<number> {
  const shop = await tx
    .selectFrom('shop')
    .select('name')
    .where('config_id', '=', shopId)
    .executeTakeFirstOrThrow()
  const receivers = await listNoticeRecipients(tx, shopId, 'stock_low')
  if (receivers.length === 0) return 0
  const link = (await originOf(tx, shopId, base)) + dashboardLinks.stock({ sort: 'available' })
  const lines = low.map(({ name, options, available }) => {
    return `${variantName(name, options)}: ${levelText(available)}`
  })
  for (const { email, fullName: name } of receivers)
    await sendEmail(tx, shopId, email, lowStockEmail({ shopName: shop.name, name, link, low: lines }))
  return receivers.length
}

/** "2 left", "sold out" or, where orders may take more than there is, "-3, ordered beyond the stock". */
function levelText(available: number): string {
  if (available < 0) return `${available}, ordered beyond the stock`
  return available === 0 ? 'sold out' : `${available} left`
}

/** The origin of a shop: its own host, or that of shop 1. */
async function originOf(tx: Transaction, shopId: number, base: string): Promise<string> {
  const url = new URL(base)
  if (shopId === 1) return url.origin
  const own = await tx
    .selectFrom('shop_host')
    .select('host')
    .where('config_id', '=', shopId)
    .orderBy('host')
    .limit(1)
    .executeTakeFirst()
  if (own) url.hostname = own.host
  return url.origin
}

/** Notifies staff of low stock every minute. `base` is the address of shop 1. */
export const lowStockJob = (db: Database, base: string): Job => ({
  name: 'low_stock',
  intervalMs: 60_000,
  run: () => notifyLowStock(db, base),
})
