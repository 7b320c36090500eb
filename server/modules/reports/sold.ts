import { sql, type RawBuilder } from 'kysely'
import { isNow, within, type Period } from './period.ts'

/** The shop whose sales are counted, in the currency that it has now. */
export interface CountedShop {
  configId: number
  currency: string
}

const placed = sql<Date>`o.placed_at`
const paidBack = sql<Date>`r.created_at`

/**
 * The rule of what is sold, over `shop_order as o`: what was confirmed, and neither cancelled nor brought back before
 * anybody had paid.
 */
export const isSold = sql`o.status not in ('pending', 'cancelled') and (o.status <> 'returned' or o.paid > 0)`

/** From and where: the orders of both periods that count; `more` joins what else is needed. */
export const soldOrders = ({ configId, currency }: CountedShop, period: Period, more = sql``) => sql`
  from shop_order o ${more}
  where o.config_id = ${configId} and ${within(period, placed)} and o.currency = ${currency} and ${isSold}`

/** From and where: what was paid back of such orders in both periods, whenever they were placed; without money that never counted as paid. */
export const paidBackRefunds = ({ configId, currency }: CountedShop, period: Period, more = sql``) => sql`
  from refund r join shop_order o on o.config_id = r.config_id and o.id = r.order_id ${more}
  where r.config_id = ${configId} and ${within(period, paidBack)} and r.status <> 'failed'
    and r.currency is null and o.currency = ${currency} and ${isSold}`

export const linesOfOrders = sql`join order_line l on l.config_id = o.config_id and l.order_id = o.id`

export const linesOfRefunds = sql`
  join refund_line x on x.config_id = r.config_id and x.refund_id = r.id
  join order_line l on l.config_id = x.config_id and l.order_id = x.order_id and l.position = x.position`

/** Whether an order, or what was paid back, belongs to the period itself. */
export const orderedNow = (period: Period): RawBuilder<boolean> => isNow(period, placed)
export const refundedNow = (period: Period): RawBuilder<boolean> => isNow(period, paidBack)

/** What was sold, in minor units. */
export interface Sums {
  orders: number
  ordered: number
  coupon: number
  refunds: number
}

export const nothingSold: Sums = { orders: 0, ordered: 0, coupon: 0, refunds: 0 }

export const addSums = (a: Sums, b: Sums): Sums => ({
  orders: a.orders + b.orders,
  ordered: a.ordered + b.ordered,
  coupon: a.coupon + b.coupon,
  refunds: a.refunds + b.refunds,
})
