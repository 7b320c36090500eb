import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { abandonPayments } from '#server/modules/payment-ledger/index.ts'
import { releaseCoupon } from '#server/modules/promotions/index.ts'
import { release, returnStock, sell } from '#server/modules/stock/index.ts'
import { findSellerGaps, issueInvoice } from '../invoices/invoice.writes.ts'
import { lockOrder, type OrderRow } from './order.queries.ts'
import { requireTransition, type Transition } from './order.rules.ts'
import { addEvent, refundRemaining, type NewEvent } from './order.writes.ts'

// Every transition locks the order, then its coupon, then its stock. Placing an order uses the same sequence, so that no
// two transactions deadlock.

/**
 * Writes the new status of a locked order. `restored`: whether the items of an order that ends go back on sale.
 * AppError 409 if the current status does not allow the transition.
 */
export async function writeTransition(
  tx: Transaction,
  { configId, actor }: WriteContext,
  order: OrderRow,
  transition: Transition,
  event: NewEvent,
  restored: boolean | null = null,
): Promise<OrderStatus> {
  const status = requireTransition(transition, order)
  const timestamp =
    { confirm: 'confirmed_at', ship: 'shipped_at', deliver: 'delivered_at' }[transition as string] ??
    'closed_at'
  await sql`
    update shop_order set status = ${status}, reserved_until = null, ${sql.ref(timestamp)} = clock_timestamp(),
      stock_restored = coalesce(${restored}, stock_restored)
    where config_id = ${configId} and id = ${order.id}`.execute(tx)
  await addEvent(tx, configId, order.id, actor, event)
  return status
}

/** Confirms an order and turns its stock reservation into a sale. */
export async function confirmOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  event: NewEvent = { kind: 'confirmed', isPublic: true },
): Promise<OrderRow> {
  const order = await lockOrder(tx, write.configId, orderId)
  await writeTransition(tx, write, order, 'confirm', event)
  const items = await listStockItems(tx, write.configId, orderId)
  await sell(tx, write, items, { reference: order.number, reserved: true })
  return order
}

/**
 * Cancels an order, releases its coupon and refunds what was paid. Sold items go back on sale unless `restock` is false,
 * for example because they are damaged.
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
  await writeTransition(tx, write, order, 'cancel', event, order.status === 'pending' || restock)
  await releaseCoupon(tx, configId, orderId)
  const items = await listStockItems(tx, configId, orderId)
  const note = { reference: order.number }
  if (order.status === 'pending') await release(tx, write, items, note)
  else if (restock) await returnStock(tx, write, items, note)
  await abandonPayments(tx, configId, orderId)
  await refundRemaining(tx, write, order)
  return order
}

/** The tracking of a shipment. */
export interface Shipment {
  carrier: string
  tracking: string
  trackingUrl: string
}

/** Ships an order and issues its invoice, unless details of the seller are missing. */
export async function shipOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  { carrier, tracking, trackingUrl }: Shipment,
): Promise<OrderRow> {
  const { configId } = write
  const order = await lockOrder(tx, configId, orderId)
  const note = [carrier, tracking].filter(Boolean).join(' ')
  await writeTransition(tx, write, order, 'ship', { kind: 'shipped', note, isPublic: true })
  await tx
    .updateTable('shop_order')
    .set({ carrier, tracking, tracking_url: trackingUrl })
    .where('config_id', '=', configId)
    .where('id', '=', orderId)
    .execute()
  const gaps = await findSellerGaps(tx, configId, order)
  if (gaps.length === 0) await issueInvoice(tx, configId, orderId)
  return order
}

export async function deliverOrder(tx: Transaction, write: WriteContext, orderId: number): Promise<OrderRow> {
  const order = await lockOrder(tx, write.configId, orderId)
  await writeTransition(tx, write, order, 'deliver', { kind: 'delivered', isPublic: true })
  return order
}

/** Marks an order as returned; with `restock` its items go back on sale. Refunds are a separate step. */
export async function returnOrder(
  tx: Transaction,
  write: WriteContext,
  orderId: number,
  { reason, restock }: { reason: string; restock: boolean },
): Promise<OrderRow> {
  const order = await lockOrder(tx, write.configId, orderId)
  const event = { kind: 'returned', note: reason, isPublic: true }
  await writeTransition(tx, write, order, 'return', event, restock)
  const items = restock ? await listStockItems(tx, write.configId, orderId) : []
  await returnStock(tx, write, items, { reference: order.number })
  return order
}

/** The units that an order takes from the stock: its lines minus what was already restocked. */
async function listStockItems(
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
