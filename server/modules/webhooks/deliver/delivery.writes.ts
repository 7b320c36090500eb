import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { EventRow } from '#server/modules/events/index.ts'
import type { PostResult } from '#server/platform/remote/remote-post.ts'
import { isDelivered, retryPauseMs } from './retry.rules.ts'
import type { WebhookKey } from './fan-out.ts'

/** An attempt that this process makes. Until its lease ends, no other process makes it. */
export interface ClaimedDelivery {
  id: number
  attempts: number
  url: string
  /** Null if the event was deleted in the meantime. */
  event: EventRow | null
  /** The platform that receives whole orders; null: a webhook of staff. */
  platformId: number | null
}

/** The webhooks with deliveries that are due. Tests of a webhook that is switched off are delivered, too. */
export async function listDue(db: Database): Promise<WebhookKey[]> {
  const { rows } = await sql<WebhookKey>`
    select w.config_id, w.id from webhook w
    where exists (
      select from webhook_delivery d
      where d.config_id = w.config_id and d.webhook_id = w.id and d.state = 'waiting' and d.due_at <= now()
        and (w.disabled_at is null or d.subject = 'webhook:' || w.id)
    )`.execute(db)
  return rows
}

interface Row extends Omit<ClaimedDelivery, 'event'> {
  eventId: number
  kind: string | null
  subject: string
  data: EventRow['data']
  at: Date
}

/**
 * Claims attempts that are due, of different subjects: a later event waits until the earlier one of its subject is delivered or
 * given up.
 */
export async function claimDeliveries(
  db: Database,
  { config_id: shopId, id }: WebhookKey,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<Row>`
    with due as (
      select d.id from webhook_delivery d
      join webhook w on w.config_id = d.config_id and w.id = d.webhook_id
      where d.config_id = ${shopId} and d.webhook_id = ${id} and d.state = 'waiting' and d.due_at <= now()
        and (w.disabled_at is null or d.subject = 'webhook:' || w.id)
        -- One index look-up per row. As "not exists" it was joined with everything that waits.
        and d.id = (
          select min(first.id) from webhook_delivery first
          where first.config_id = d.config_id and first.webhook_id = d.webhook_id and first.subject = d.subject
            and first.state = 'waiting'
        )
      order by d.id limit ${limit} for no key update of d skip locked
    ), claimed as (
      update webhook_delivery d
      set attempts = attempts + 1, due_at = now() + ${leaseMs} * interval '1 millisecond'
      from due where d.config_id = ${shopId} and d.id = due.id
      returning d.*
    )
    select c.id, c.attempts, coalesce(c.url, w.url) as url, c.event_id as "eventId", e.kind, c.subject, e.data, e.at,
      w.platform_id as "platformId"
    from claimed c
    join webhook w on w.config_id = c.config_id and w.id = c.webhook_id
    left join event e on e.config_id = c.config_id and e.id = c.event_id
    order by c.id`.execute(db)
  return rows.map(({ eventId, kind, subject, data, at, ...row }) => ({
    ...row,
    event: kind === null ? null : { id: eventId, kind, subject, data, at },
  }))
}

/** The result of a claimed attempt. */
export interface Attempt extends PostResult {
  id: number
  attempts: number
  /** Not tried again if it failed. */
  isLast: boolean
}

/**
 * Stores results in one statement. Returns whether the webhook has not accepted an event for three days. Such an event goes on
 * waiting; one that was sent to another address is given up.
 */
export async function storeAttempts(
  db: Database,
  shopId: number,
  attempts: readonly Attempt[],
): Promise<{ isGivenUp: boolean }> {
  const rows = attempts.map(({ id, attempts: made, isLast, status, answer, error, durationMs }) => ({
    id,
    made,
    last: isLast,
    delivered: isDelivered(status),
    pause: retryPauseMs(made),
    status,
    answer,
    error,
    duration: durationMs,
  }))
  // The same attempt may have been made again after its lease; the later claim decides what happens next.
  const { rows: stored } = await sql<{ isGivenUp: boolean }>`
    update webhook_delivery d set
      state = case when r.delivered then 'delivered' when r.last or (d.url is not null and d.give_up_at < now()) then 'failed'
        else 'waiting' end,
      due_at = case when d.attempts = r.made then now() + r.pause * interval '1 millisecond' else d.due_at end,
      attempted_at = now(), duration_ms = r.duration, status = r.status, answer = r.answer, error = r.error
    from jsonb_to_recordset(${JSON.stringify(rows)}) as r (
      id bigint, made int, last boolean, delivered boolean, pause bigint, status smallint, answer text, error text, duration int
    )
    where d.config_id = ${shopId} and d.id = r.id and d.state = 'waiting'
    returning d.state = 'waiting' and d.give_up_at < now() as "isGivenUp"`.execute(db)
  return { isGivenUp: stored.some(({ isGivenUp }) => isGivenUp) }
}
