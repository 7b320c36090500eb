import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { eventKindNames } from '#contract/events/kinds.ts'

const orderKinds = eventKindNames.filter((kind) => kind.startsWith('order.'))

/**
 * Makes sure that a platform hears of its orders at an address, in the transaction of the order. One that was switched off, because
 * nobody answered, is tried again.
 */
export async function ensureOrderTarget(
  tx: Transaction,
  { shopId, platformId, url }: { shopId: number; platformId: number; url: string },
): Promise<void> {
  const { rows } = await sql<{ active: boolean }>`
    select disabled_at is null as active from webhook
    where config_id = ${shopId} and platform_id = ${platformId} and url = ${url}`.execute(tx)
  if (rows[0]?.active) return
  await sql`
    insert into webhook (config_id, url, kinds, last_event_id, platform_id)
    values (${shopId}, ${url}, ${orderKinds}, event_horizon(), ${platformId})
    on conflict (config_id, platform_id, url) where platform_id is not null
      do update set disabled_at = null, disabled_reason = null`.execute(tx)
}
