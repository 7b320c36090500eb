import { sql } from 'kysely'
import type { ZodType } from 'zod'
import type { ShopEvent } from '#contract/events/event.ts'
import { eventKinds } from '#contract/events/kinds.ts'
import type { Database } from '#server/db/connect.ts'
import { withMajorAmounts } from './event-amounts.ts'

/** A row of the table `event`. */
export interface EventRow {
  id: number
  kind: string
  subject: string
  data: Record<string, unknown>
  at: Date
}

/** At most `limit` events after an id, in order. A later call that continues after the last one misses none. */
export async function listEvents(
  db: Database,
  shopId: number,
  { after, limit }: { after: number; limit: number },
): Promise<ShopEvent[]> {
  const { rows } = await sql<EventRow>`
    select id, kind, subject, data, at from events_after(${shopId}, ${after}, ${limit})`.execute(db)
  return rows.map(presentEvent)
}

const kinds: Partial<Record<string, { data: ZodType }>> = eventKinds

/** An event as programs receive it: amounts in major units. */
function presentEvent({ id, kind, subject, data, at }: EventRow): ShopEvent {
  const schema = kinds[kind]?.data
  const { currency } = data
  const hasAmounts = schema !== undefined && typeof currency === 'string'
  const presented = hasAmounts ? withMajorAmounts(schema, data, currency) : data
  return { id, kind, at: at.toISOString(), subject, data: presented }
}

/** The body of a delivery. It is the same for each attempt. */
export function eventBody(row: EventRow): string {
  const { id, kind, at, data } = presentEvent(row)
  return JSON.stringify({ id, kind, at, data })
}
