import { sql } from 'kysely'
import type { ShopEvent } from '#contract/events/event.ts'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'

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

const amounts = new Set(['total', 'paid', 'refunded', 'amount', 'price', 'previousPrice'])

/** An event as programs receive it: amounts in major units. */
function presentEvent({ id, kind, subject, data, at }: EventRow): ShopEvent {
  const { currency } = data
  const present = ([name, value]: [string, unknown]) =>
    [name, isAmount(name, value) && typeof currency === 'string' ? toMajor(value, currency) : value] as const
  const presented = Object.fromEntries(Object.entries(data).map(present))
  return { id, kind, at: at.toISOString(), subject, data: presented }
}

/** The body of a delivery. It is the same for each attempt. */
export function eventBody(row: EventRow): string {
  const { id, kind, at, data } = presentEvent(row)
  return JSON.stringify({ id, kind, at, data })
}

const isAmount = (name: string, value: unknown): value is number =>
  amounts.has(name) && typeof value === 'number'
