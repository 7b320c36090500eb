import { sql } from 'kysely'
import { later, type Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, type WriteContext } from '#server/modules/audit/index.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { lockWebhook } from './webhook.writes.ts'

const MAX_REPLAYED = 10_000

/** Sends a test event to one webhook. AppError 404. */
export async function sendTest(
  tx: Transaction,
  write: WriteContext,
  id: number,
): Promise<{ deliveryId: number }> {
  const { shopId } = write
  await lockWebhook(tx, shopId, id)
  const subject = `webhook:${id}`
  const data = { webhookid: id, message: 'This is a test delivery.' }
  const eventId = await recordEvent(tx, shopId, { kind: 'webhook.test', subject, data })
  const { rows } = await sql<{ deliveryId: number }>`
    insert into webhook_delivery (config_id, webhook_id, event_id, subject)
    values (${shopId}, ${id}, ${eventId}, ${subject}) returning id as "deliveryId"`.execute(tx)
  later(
    tx,
    record(tx, {
      ...write,
      action: 'update',
      subject: 'webhook',
      subjectId: id,
      before: {},
      after: { tested: true },
    }),
  )
  const [sent] = rows
  if (!sent) throw new Error('The test was not inserted')
  return sent
}

/** Which events to deliver again: of a period, of the kinds of the webhook; or some by id, of any kind. */
export interface Replay {
  from?: Date | undefined
  to?: Date | undefined
  eventIds?: readonly number[] | undefined
  /** Another address than that of the webhook. */
  url?: string | undefined
}

/** Queues events again and returns how many. AppError 404, and 409 beyond 10,000 events. */
export async function replayEvents(
  tx: Transaction,
  write: WriteContext,
  id: number,
  { from, to, eventIds, url }: Replay,
): Promise<{ count: number }> {
  const { shopId } = write
  const { kinds } = await lockWebhook(tx, shopId, id)
  const { numAffectedRows = 0n } = await sql`
    insert into webhook_delivery (config_id, webhook_id, event_id, subject, url)
    select ${shopId}, ${id}, e.id, e.subject, ${url ?? null} from event e
    where e.config_id = ${shopId} and e.kind <> 'webhook.test'
      and (${eventIds === undefined} or e.id = any(${eventIds ?? []}::bigint[]))
      and (${eventIds !== undefined} or e.kind = any(${kinds}))
      and (${from ?? null}::timestamptz is null or e.at >= ${from ?? null})
      and (${to ?? null}::timestamptz is null or e.at <= ${to ?? null})
    order by e.id limit ${MAX_REPLAYED + 1}`.execute(tx)
  const count = Number(numAffectedRows)
  if (count > MAX_REPLAYED)
    throw new AppError(409, 'too_many', 'Choose a shorter period: at most 10,000 events')
  const after = { replayed: count, ...(url && { replayedTo: url }) }
  later(tx, record(tx, { ...write, action: 'update', subject: 'webhook', subjectId: id, before: {}, after }))
  return { count }
}
