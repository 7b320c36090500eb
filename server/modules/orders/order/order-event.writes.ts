import { sql, type InsertObject } from 'kysely'
import { prepared, type Transaction } from '#server/db/connect.ts'
import type { DB } from '#server/db/schema.ts'
import type { Actor } from '#server/modules/audit/index.ts'

/** The actor of changes that the shop makes by itself. */
export const systemActor: Actor = { id: null, name: 'The shop' }

/** A new entry of an order's timeline. */
export interface NewEvent {
  kind: string
  note?: string
  /** Visible to the customer. */
  isPublic: boolean
}

/** Adds an event to the timeline and returns its id. */
export async function addEvent(
  tx: Transaction,
  shopId: number,
  orderId: number,
  actor: Actor,
  { kind, note = '', isPublic }: NewEvent,
): Promise<number> {
  const { rows } = await prepared(
    'insert_order_event',
    sql<{ id: number }>`
    insert into order_event (config_id, order_id, kind, actor_id, actor_name, note, is_public)
    values (${shopId}, ${orderId}, ${kind}, ${actor.id}, ${actor.name}, ${note}, ${isPublic}) returning id`,
  ).execute(tx)
  return rows[0]?.id ?? 0
}

/** Adds the events of imported orders, with their own moments. */
export async function addEvents(
  tx: Transaction,
  events: readonly InsertObject<DB, 'order_event'>[],
): Promise<void> {
  await tx.insertInto('order_event').values(events).execute()
}

/** Removes the timeline of an order. */
export async function removeEvents(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  await tx.deleteFrom('order_event').where('config_id', '=', shopId).where('order_id', '=', orderId).execute()
}
