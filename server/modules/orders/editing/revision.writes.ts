import { sql } from 'kysely'
import type { OrderAddress } from '#contract/orders/order.ts'
import type { Transaction } from '#server/db/connect.ts'
import type { OrderLineRow, OrderRow } from '../order/order.queries.ts'
import { asOrdered, type OrderedLine } from './edited-lines.ts'

/** The amounts of an order, in minor units. */
export type RevisedTotals = Pick<
  OrderRow,
  'subtotal' | 'discount' | 'coupon_discount' | 'shipping' | 'shipping_tax' | 'tax' | 'total'
> &
  // Absent in edits from before there was one.
  Partial<Pick<OrderRow, 'cash_fee'>>

/** What an edit can change of an order. */
export interface OrderSnapshot {
  lines: OrderedLine[]
  /** Of staff; empty: none. */
  discountReason: string
  shippingMethod: string
  shippingName: string
  deliveryFrom: string
  deliveryTo: string
  /** Only where an edit has changed them. */
  shippingAddress?: OrderAddress
  billingAddress?: OrderAddress
  totals: RevisedTotals
}

export const snapshotOf = (order: OrderRow, lines: readonly OrderLineRow[]): OrderSnapshot => ({
  lines: lines.map(asOrdered),
  discountReason: order.discount_reason,
  shippingMethod: order.shipping_method,
  shippingName: order.shipping_name,
  deliveryFrom: order.delivery_from,
  deliveryTo: order.delivery_to,
  totals: {
    subtotal: order.subtotal,
    discount: order.discount,
    coupon_discount: order.coupon_discount,
    shipping: order.shipping,
    cash_fee: order.cash_fee,
    shipping_tax: order.shipping_tax,
    tax: order.tax,
    total: order.total,
  },
})

interface NewRevision {
  /** Of the timeline. */
  eventId: number
  before: OrderSnapshot
  after: OrderSnapshot
  /** What was paid and not sent back, in minor units. */
  settled: number
}

/** Stores an edit and returns its id. */
export async function insertRevision(
  tx: Transaction,
  shopId: number,
  orderId: number,
  { eventId, before, after, settled }: NewRevision,
): Promise<number> {
  const { id } = await tx
    .insertInto('order_revision')
    .values({
      config_id: shopId,
      order_id: orderId,
      event_id: eventId,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
      settled,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Notes that an edit is undone. */
export async function endRevision(tx: Transaction, shopId: number, id: number): Promise<void> {
  await tx
    .updateTable('order_revision')
    .set({ undone_at: sql<Date>`clock_timestamp()` })
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
}
