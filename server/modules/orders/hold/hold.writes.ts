import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import type { OrderRow } from '../order/order.queries.ts'
import { addEvent, systemActor } from '../order/order.writes.ts'

/** Puts a locked order that has not shipped on hold. An order on hold keeps the time of its first withdrawal. */
export async function holdOrder(tx: Transaction, shopId: number, order: OrderRow): Promise<void> {
  if (order.held_at !== null) return
  await setHold(tx, shopId, order.id, { isHeld: true })
  await addEvent(tx, shopId, order.id, systemActor, { kind: 'held', isPublic: false })
  await recordHoldEvent(tx, shopId, order, 'order.held')
}

/** Lets a locked order ship again. `reason`: why staff released it; absent: its withdrawn units are cancelled. */
export async function endHold(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  order: OrderRow,
  reason?: string,
): Promise<void> {
  await setHold(tx, shopId, order.id, { isHeld: false })
  if (reason !== undefined)
    await addEvent(tx, shopId, order.id, actor, { kind: 'released', note: reason, isPublic: false })
  await recordHoldEvent(tx, shopId, order, 'order.released')
}

async function setHold(tx: Transaction, shopId: number, orderId: number, { isHeld }: { isHeld: boolean }) {
  await sql`
    update shop_order set held_at = case when ${isHeld} then clock_timestamp() end
    where config_id = ${shopId} and id = ${orderId}`.execute(tx)
}

/** External programs that pack and ship must stop and go on with the desk. */
async function recordHoldEvent(tx: Transaction, shopId: number, { id, number }: OrderRow, kind: string) {
  await sql`
    insert into event (config_id, kind, subject, data)
    values (${shopId}, ${kind}, ${`order:${number}`}, order_event_data(${shopId}, ${id}))`.execute(tx)
}
