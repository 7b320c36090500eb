import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Events handed over by one transaction. */
const BATCH_SIZE = 1000

export interface WebhookKey {
  config_id: number
  id: number
}

/** The active webhooks for which there are events that they have not been given. */
export async function listBehind(db: Database): Promise<WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`
    select config_id, id from webhook w
    where disabled_at is null and exists (
      select from event e where e.config_id = w.config_id and e.id > w.last_event_id
    )`.execute(db)
  return rows
}

/**
 * Makes a delivery of each event that a webhook wants and has not been given. Two processes at once share the work: the second
 * skips the webhook. Returns whether there may be more.
 */
export async function fanOut(db: Database, { config_id: shopId, id }: WebhookKey): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<WebhookState>`
      select kinds, last_event_id, platform_id, url from webhook
      where config_id = ${shopId} and id = ${id} and disabled_at is null for no key update skip locked`.execute(
      tx,
    )
    const [webhook] = rows
    if (!webhook) return false
    const { rows: read } = await sql<{ last: number | null; count: number }>`
      with found as materialized (
        select id, kind, subject from events_after(${shopId}, ${webhook.last_event_id}, ${BATCH_SIZE})
      ), added as (
        insert into webhook_delivery (config_id, webhook_id, event_id, subject)
        select ${shopId}, ${id}, found.id, subject from found
        where kind = any(${webhook.kinds}) and ${isForPlatform(shopId, webhook)} order by found.id
      )
      select max(id) as last, count(*)::int as count from found`.execute(tx)
    const [{ last, count } = { last: null, count: 0 }] = read
    if (last !== null) {
      await sql`update webhook set last_event_id = ${last} where config_id = ${shopId} and id = ${id}`.execute(
        tx,
      )
    }
    return count === BATCH_SIZE
  })
}

interface WebhookState {
  kinds: string[]
  last_event_id: number
  platform_id: number | null
  url: string
}

/** A platform hears of the orders that came through it, at the address that it gave for each. */
function isForPlatform(shopId: number, { platform_id: platformId, url }: WebhookState): RawBuilder<boolean> {
  if (platformId === null) return sql`true`
  return sql`exists (
    select from shop_order o
    join checkout_session s on s.config_id = o.config_id and s.order_id = o.id
    where o.config_id = ${shopId} and 'order:' || o.number = found.subject and o.number = substr(found.subject, 7)
      and o.agent_platform_id = ${platformId} and s.webhook_url = ${url})`
}
