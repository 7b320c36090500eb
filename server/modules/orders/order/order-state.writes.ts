import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/order.ts'
import { later, type Transaction } from '#server/db/connect.ts'
import type { WriteContext } from '#server/modules/audit/index.ts'
import { lockCreditOfOrder } from '#server/modules/credit/index.ts'
import { recordEvent } from '#server/modules/events/index.ts'
import { releaseCoupon } from '#server/modules/promotions/index.ts'
import { release, returnStock, sell } from '#server/modules/stock/index.ts'
import { isPickUp } from '../delivery/pick-up.rules.ts'
import { abandonPayments, releaseReserved } from '../payments/payment.writes.ts'
import { deliverShipments } from '../shipments/shipment.writes.ts'
import { refundRemaining } from '../refunds/full-refund.ts'
import type { OrderRow } from './order.queries.ts'
import { requireTransition, type Transition } from './order.rules.ts'
import { addEvent, type NewEvent } from './order-event.writes.ts'
import { now, updateOrder } from './order.writes.ts'

// The caller has locked the order. A transition then locks the credit that paid it, its coupon and its stock, in the sequence of placing an order,
// so that no two transactions deadlock.

/**
 * Writes the new status of a locked order. `restored`: whether the items of an order that ends go back on sale.
 * AppError 409 if the current status does not allow the transition.
 */
export async function writeTransition(
  tx: Transaction,
  { shopId, actor }: WriteContext,
  order: OrderRow,
  transition: Transition,
  event: NewEvent,
  restored: boolean | null = null,
): Promise<OrderStatus> {
  const status = requireTransition(transition, order)
  // Shipping has captured what it needs, so the rest goes back.
  const endsReserve = order.authorized > 0 && ['ship', 'cancel', 'refund'].includes(transition)
  await Promise.all([
    updateOrder(tx, shopId, order.id, {
      status,
      reserved_until: null,
      [moments[transition] ?? 'closed_at']: now,
      // An order that ends no longer waits for staff.
      ...((transition === 'cancel' || transition === 'refund') && { held_at: null }),
      ...(restored !== null && { stock_restored: restored }),
      ...(endsReserve && { authorized: 0 }),
    }),
    endsReserve && releaseReserved(tx, shopId, order.id),
    addEvent(tx, shopId, order.id, actor, event),
  ])
  return status
}

/** The columns of the moments of transitions that do not end an order. */
const moments: Partial<Record<Transition, string>> = {
  confirm: 'confirmed_at',
  ship: 'shipped_at',
  deliver: 'delivered_at',
}

/** Confirms an order and turns its stock reservation into a sale. */
export async function confirmOrder(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  note = '',
): Promise<void> {
  const [, items] = await Promise.all([
    writeTransition(tx, write, order, 'confirm', { kind: 'confirmed', note, isPublic: true }),
    listStockItems(tx, write.shopId, order.id),
  ])
  await sell(tx, write, items, { reference: order.number, reserved: true })
}

/**
 * Cancels an order, releases its coupon and refunds what was paid. Sold items go back on sale unless `restock` is false,
 * for example because they are damaged. An order of another shop took nothing from stock, so it gives nothing back.
 */
export async function cancelOrder(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  event: NewEvent,
  { restock = true }: { restock?: boolean } = {},
): Promise<void> {
  const { shopId } = write
  const returns = restock && order.imported_at === null
  await lockCreditOfOrder(tx, shopId, order.id)
  const [, , items] = await Promise.all([
    writeTransition(tx, write, order, 'cancel', event, order.status === 'pending' || returns),
    releaseCoupon(tx, shopId, order.id),
    listStockItems(tx, shopId, order.id),
  ])
  const note = { reference: order.number }
  if (order.status === 'pending') later(tx, release(tx, write, items, note))
  else if (returns) later(tx, returnStock(tx, write, items, note))
  later(tx, abandonPayments(tx, shopId, order.id))
  await refundRemaining(tx, write, order)
}

/** Marks an order and all its shipments as delivered, or as picked up. */
export async function deliverOrder(tx: Transaction, write: WriteContext, order: OrderRow): Promise<void> {
  await Promise.all([
    writeTransition(tx, write, order, 'deliver', {
      kind: isPickUp(order) ? 'picked_up' : 'delivered',
      isPublic: true,
    }),
    deliverShipments(tx, write.shopId, order.id),
  ])
}

/** Marks an order as returned; with `restock` its items go back on sale. Refunds are a separate step. */
export async function returnOrder(
  tx: Transaction,
  write: WriteContext,
  order: OrderRow,
  { reason, restock }: { reason: string; restock: boolean },
): Promise<void> {
  const event = { kind: 'returned', note: reason, isPublic: true }
  const { number, serial } = order
  const data = { number, serial, status: 'returned' }
  const [, , items] = await Promise.all([
    writeTransition(tx, write, order, 'return', event, restock),
    recordEvent(tx, write.shopId, { kind: 'order.returned', subject: `order:${number}`, data }),
    restock ? listStockItems(tx, write.shopId, order.id) : [],
  ])
  later(tx, returnStock(tx, write, items, { reference: number }))
}

/** The units that an order takes from the stock: its lines that do, minus what was already restocked or came back damaged. */
async function listStockItems(
  tx: Transaction,
  shopId: number,
  orderId: number,
): Promise<{ variantId: number; quantity: number }[]> {
  const { rows } = await sql<{ variantId: number; quantity: number }>`
    select l.variant_id as "variantId", (l.quantity - coalesce(sum(r.restocked), 0))::int as quantity
    from order_line l
    left join (
      select config_id, order_id, position, restocked from refund_line
      union all
      select config_id, order_id, position, restocked + damaged from order_return_line
    ) r on r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position
    where l.config_id = ${shopId} and l.order_id = ${orderId} and l.takes_stock
    group by l.variant_id, l.quantity
    having l.quantity > coalesce(sum(r.restocked), 0)`.execute(tx)
  return rows
}
