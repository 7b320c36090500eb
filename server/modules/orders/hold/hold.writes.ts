import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { recordOrderEvent } from '#server/modules/events/index.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { addEvent, systemActor } from '../order/order-event.writes.ts'
import { now, updateOrder } from '../order/order.writes.ts'

// The events stop external programs that pack and ship, and let them go on.

/** Puts a locked order that has not shipped on hold. An order on hold keeps the time of its first withdrawal. */
export async function holdOrder(tx: Transaction, shopId: number, order: OrderRow): Promise<void> {
  if (order.held_at !== null) return
  await updateOrder(tx, shopId, order.id, { held_at: now })
  await addEvent(tx, shopId, order.id, systemActor, { kind: 'held', isPublic: false })
  await recordOrderEvent(tx, order, 'order.held')
}

/** Lets a locked order ship again. `reason`: why staff released it; absent: its withdrawn units are cancelled. */
export async function endHold(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  order: OrderRow,
  reason?: string,
): Promise<void> {
  await updateOrder(tx, shopId, order.id, { held_at: null })
  if (reason !== undefined)
    await addEvent(tx, shopId, order.id, actor, { kind: 'released', note: reason, isPublic: false })
  await recordOrderEvent(tx, order, 'order.released')
}
