import type { InsertObject } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
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
  const { id } = await tx
    .insertInto('order_event')
    .values({
      config_id: shopId,
      order_id: orderId,
      kind,
      actor_id: actor.id,
      actor_name: actor.name,
      note,
      is_public: isPublic,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
