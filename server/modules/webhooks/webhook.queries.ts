import { sql } from 'kysely'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhook.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { eventBody, type EventRow } from '#server/modules/events/index.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import { openSecret } from './webhook-secret.ts'

/** Totals are exact up to this limit. */
const MAX_COUNT = 1000

interface WebhookRow {
  id: number
  url: string
  kinds: string[]
  active: boolean
  disabledReason: string | null
  waiting: number
  waitingSince: Date | null
  lastDeliveredAt: Date | null
  previousSecretUntil: Date | null
  createdAt: Date
  version: number
}

/** The webhooks of a shop in the order of their creation, or one. What waits includes events not yet handed over. */
export async function listWebhooks(db: Database, shopId: number, id?: number): Promise<Webhook[]> {
  const { rows } = await sql<WebhookRow>`
    select w.id, w.url, w.kinds, w.disabled_at is null as active, w.disabled_reason as "disabledReason",
      d.waiting + n.waiting as waiting, coalesce(oldest.at, n.since) as "waitingSince",
      last.at as "lastDeliveredAt", w.created_at as "createdAt",
      case when w.previous_secret_until > now() then w.previous_secret_until end as "previousSecretUntil",
      coalesce((select max(j.id) from audit_entry j
        where j.config_id = w.config_id and j.subject = 'webhook' and j.subject_id = w.id::text), 0) as version
    from webhook w
    cross join lateral (
      select count(*)::int as waiting, min(event_id) as event_id from (
        select event_id from webhook_delivery
        where config_id = w.config_id and webhook_id = w.id and state = 'waiting' order by id limit ${MAX_COUNT}
      ) part
    ) d
    left join event oldest on oldest.config_id = w.config_id and oldest.id = d.event_id
    cross join lateral (
      select count(*)::int as waiting, min(at) as since from (
        select at from event e
        where e.config_id = w.config_id and e.id > w.last_event_id and e.kind = any(w.kinds) order by id limit ${MAX_COUNT}
      ) part
    ) n
    left join lateral (
      select attempted_at as at from webhook_delivery
      where config_id = w.config_id and webhook_id = w.id and state = 'delivered' order by id desc limit 1
    ) last on true
    where w.config_id = ${shopId} and w.platform_id is null and (${id === undefined} or w.id = ${id ?? 0})
    order by w.id`.execute(db)
  return rows.map(({ createdAt, waitingSince, lastDeliveredAt, previousSecretUntil, version, ...row }) => ({
    ...row,
    waitingSince: waitingSince?.toISOString() ?? null,
    lastDeliveredAt: lastDeliveredAt?.toISOString() ?? null,
    previousSecretUntil: previousSecretUntil?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    version: Number(version),
  }))
}

/** AppError 404. */
export async function requireWebhook(db: Database, shopId: number, id: number): Promise<Webhook> {
  const [webhook] = await listWebhooks(db, shopId, id)
  if (!webhook) throw new AppError(404, 'not_found', 'Webhook not found')
  return webhook
}

/** The secret that signs the deliveries of a webhook. */
export async function findSecret(
  db: Database,
  shopId: number,
  id: number,
  keyedHash: KeyedHash,
): Promise<string> {
  const { sealed_secret: sealed } = await db
    .selectFrom('webhook')
    .select('sealed_secret')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .where('platform_id', 'is', null)
    .executeTakeFirstOrThrow()
  if (!sealed) throw new Error(`The webhook ${id} has no secret`)
  return openSecret(keyedHash, sealed)
}

interface DeliveryRow extends Omit<WebhookDelivery, 'kind' | 'nextAttemptAt' | 'attemptedAt' | 'request'> {
  dueAt: Date | null
  attemptedAt: Date | null
  kind: string | null
  data: EventRow['data'] | null
  at: Date | null
}

interface DeliveryFilter {
  page: number
  limit: number
  state?: string | undefined
}

/** A page of the delivery log, newest first. The total is exact up to 1,000. */
export async function listDeliveries(
  db: Database,
  shopId: number,
  webhookId: number,
  { page, limit, state }: DeliveryFilter,
): Promise<{ data: WebhookDelivery[]; total: number }> {
  const where = sql`d.config_id = ${shopId} and d.webhook_id = ${webhookId}
    and (${state === undefined} or d.state = ${state ?? ''})`
  const { rows } = await sql<DeliveryRow>`
    select d.id, d.event_id as "eventId", d.subject, coalesce(d.url, w.url) as url, d.state, d.attempts, d.status,
      case when d.state = 'waiting' then d.due_at end as "dueAt", d.attempted_at as "attemptedAt",
      d.duration_ms as "durationMs", d.answer, d.error, e.kind, e.data, e.at
    from webhook_delivery d
    join webhook w on w.config_id = d.config_id and w.id = d.webhook_id
    left join event e on e.config_id = d.config_id and e.id = d.event_id
    where ${where} order by d.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const { rows: counts } = await sql<{ total: number }>`
    select count(*)::int as total from (select from webhook_delivery d where ${where} limit ${MAX_COUNT}) part`.execute(
    db,
  )
  const present = ({ dueAt, attemptedAt, kind, data, at, ...row }: DeliveryRow): WebhookDelivery => ({
    ...row,
    kind: kind ?? '',
    nextAttemptAt: dueAt?.toISOString() ?? null,
    attemptedAt: attemptedAt?.toISOString() ?? null,
    request: kind && data && at ? eventBody({ id: row.eventId, kind, subject: row.subject, data, at }) : null,
  })
  return { data: rows.map(present), total: counts[0]?.total ?? 0 }
}
