import { sql } from 'kysely'
import type { OrderStatus } from '#contract/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/journal/index.ts'
import { giveUpPayments } from '#server/modules/payments/index.ts'
import { releaseCoupon } from '#server/modules/promotions/index.ts'
import { release, returnStock, sell } from '#server/modules/stock/index.ts'
import { issueInvoice } from './invoice.writes.ts'
import { lockOrder, type OrderRow } from './order.queries.ts'
import { requireMove, type Move } from './order.rules.ts'
import { addEvent, type NewEvent } from './order.writes.ts'
import { payBackAll } from './refund.writes.ts'

// Each of these locks the order, then its coupon, then its stock, as placing does: nobody waits in a circle.

/**
 * Writes the new state of an order, and for one that ends whether its pieces can be sold again (`stockBack`). AppError 409
 * where the move is not open to it.
 */
export async function writeMove(
  tx: Transaction,
  { configId, actor }: WriteContext,
  order: OrderRow,
  move: Move,
  event: NewEvent,
  stockBack: boolean | null = null,
): Promise<OrderStatus> {
  const status = requireMove(move, order)
  const at = { confirm: 'confirmed_at', ship: 'shipped_at', deliver: 'delivered_at' }[move as string]
  await sql`
    update shop_order set status = ${status}, reserved_until = null, ${sql.ref(at ?? 'closed_at')} = clock_timestamp(),
      stock_back = coalesce(${stockBack}, stock_back)
    where config_id = ${configId} and id = ${order.id}`.execute(tx)
  await addEvent(tx, configId, order.id, actor, event)
  return status
}

/** The pieces that were put aside are sold now. */
export async function confirmOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  event: NewEvent = { kind: 'confirmed', isPublic: true },
): Promise<OrderRow> {
  const order = await lockOrder(tx, write.configId, orderId)
  await writeMove(tx, write, order, 'confirm', event)
  const pieces = await piecesOf(tx, write.configId, orderId)
  await sell(tx, write, pieces, { reference: order.number, reserved: true })
  return order
}

/**
 * What was put aside or sold can be sold again, and the coupon be used again. What was paid is paid
 * back. Pieces that were sold and cannot be sold again, such as a broken one, are left out with `restock: false`.
 */
export async function cancelOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  event: NewEvent = { kind: 'cancelled', isPublic: true },
  { restock = true }: { restock?: boolean } = {},
): Promise<OrderRow> {
  const { configId } = write
  const order = await lockOrder(tx, configId, orderId)
  await writeMove(tx, write, order, 'cancel', event, order.status === 'pending' || restock)
  await releaseCoupon(tx, configId, orderId)
  const pieces = await piecesOf(tx, configId, orderId)
  const note = { reference: order.number }
  if (order.status === 'pending') await release(tx, write, pieces, note)
  else if (restock) await returnStock(tx, write, pieces, note)
  await giveUpPayments(tx, configId, orderId)
  await payBackAll(tx, write, order)
  return order
}

/** How a parcel is found. */
export interface Parcel {
  carrier: string
  tracking: string
  trackingUrl: string
}

/** The parcel has left the house; by now it has an invoice. */
export async function shipOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  { carrier, tracking, trackingUrl }: Parcel,
): Promise<OrderRow> {
  const { configId } = write
  const order = await lockOrder(tx, configId, orderId)
  const note = [carrier, tracking].filter(Boolean).join(' ')
  await writeMove(tx, write, order, 'ship', { kind: 'shipped', note, isPublic: true })
  await tx
    .updateTable('shop_order')
    .set({ carrier, tracking, tracking_url: trackingUrl })
    .where('config_id', '=', configId)
    .where('id', '=', orderId)
    .execute()
  await issueInvoice(tx, configId, orderId)
  return order
}

/** The parcel has arrived. */
export async function deliverOrder(tx: Transaction, write: WriteContext, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, write.configId, orderId)
  await writeMove(tx, write, order, 'deliver', { kind: 'delivered', isPublic: true })
  return order
}

/** The parcel has come back; with `restock` its pieces can be sold again. Money is given back by `refund`. */
export async function returnOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  { reason, restock }: { reason: string; restock: boolean },
): Promise<OrderRow> {
  const order = await lockOrder(tx, write.configId, orderId)
  await writeMove(tx, write, order, 'return', { kind: 'returned', note: reason, isPublic: true }, restock)
  const pieces = restock ? await piecesOf(tx, write.configId, orderId) : []
  await returnStock(tx, write, pieces, { reference: order.number })
  return order
}

/** What an order keeps of the stock: its pieces without those that came back already. */
async function piecesOf(
  tx: Transaction,
  configId: number,
  orderId: number,
): Promise<{ variantId: number; quantity: number }[]> {
  const { rows } = await sql<{ variantId: number; quantity: number }>`
    select l.variant_id as "variantId", (l.quantity - coalesce(sum(r.restocked), 0))::int as quantity
    from order_line l
    left join refund_line r on r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position
    where l.config_id = ${configId} and l.order_id = ${orderId}
    group by l.variant_id, l.quantity
    having l.quantity > coalesce(sum(r.restocked), 0)`.execute(tx)
  return rows
}
