import { sql } from 'kysely'
import type { EventData, EventKind } from '#contract/events/kinds.ts'
import type { Transaction } from '#server/db/connect.ts'

/** Something that has happened. Amounts in `data` are minor units, beside a `currency`. */
export interface NewShopEvent<K extends EventKind = EventKind> {
  kind: K
  /** What the event is about, such as `order:7K2M-9QXT-04CD`. The caller has locked its row, which keeps the order of events. */
  subject: string
  data: EventData<K>
}

/**
 * Records an event in the transaction of its cause, and returns its id. Triggers record the events with many writers: see 013_events.sql. Callers
 * in a transaction need not wait (`later`).
 */
export async function recordEvent<K extends EventKind>(
  tx: Transaction,
  shopId: number,
  { kind, subject, data }: NewShopEvent<K>,
): Promise<number> {
  const { id } = await tx
    .insertInto('event')
    .values({ config_id: shopId, kind, subject, data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes events that no delivery refers to. */
export async function removeEvents(tx: Transaction, shopId: number, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('event').where('config_id', '=', shopId).where('id', 'in', ids).execute()
}

/** Records an event of an order with the order as it is now. */
export async function recordOrderEvent(
  tx: Transaction,
  { config_id: shopId, id, number }: { config_id: number; id: number; number: string },
  kind: EventKind,
): Promise<void> {
  await sql`
    insert into event (config_id, kind, subject, data)
    values (${shopId}, ${kind}, ${`order:${number}`}, order_event_data(${shopId}, ${id}))`.execute(tx)
}
