import { sql, type RawBuilder } from 'kysely'
import { isInPeriods, isInCurrent, type Period } from './period.ts'

/** A shop and its current currency. Reports count only orders in that currency. */
export interface ReportShop {
  shopId: number
  currency: string
}

const placedAt = sql<Date>`o.placed_at`
const refundedAt = sql<Date>`r.created_at`

/** Whether `shop_order as o` counts as a sale: confirmed, not cancelled, and not returned before it was paid. */
export const isSold = sql`o.status not in ('pending', 'cancelled') and (o.status <> 'returned' or o.paid > 0)`

/** `from … where` of the sales of both periods; `joins` adds tables. */
export const fromSales = ({ shopId, currency }: ReportShop, period: Period, joins = sql``) => sql`
  from shop_order o ${joins}
  where o.config_id = ${shopId} and ${isInPeriods(period, placedAt)} and o.currency = ${currency} and ${isSold}`

/**
 * `from … where` of the refunds of both periods, without money that never counted as paid and what an edit has taken from the
 * total. The sale may be older.
 */
export const fromRefunds = ({ shopId, currency }: ReportShop, period: Period, joins = sql``) => sql`
  from refund r join shop_order o on o.config_id = r.config_id and o.id = r.order_id ${joins}
  where r.config_id = ${shopId} and ${isInPeriods(period, refundedAt)} and r.status <> 'failed'
    and r.currency is null and not r.is_excess and o.currency = ${currency} and ${isSold}`

export const orderLinesJoin = sql`join order_line l on l.config_id = o.config_id and l.order_id = o.id`

export const refundLinesJoin = sql`
  join refund_line x on x.config_id = r.config_id and x.refund_id = r.id
  join order_line l on l.config_id = x.config_id and l.order_id = x.order_id and l.position = x.position`

/** Whether a sale, or a refund, belongs to the current period and not to the previous one. */
export const isCurrentSale = (period: Period): RawBuilder<boolean> => isInCurrent(period, placedAt)
export const isCurrentRefund = (period: Period): RawBuilder<boolean> => isInCurrent(period, refundedAt)

/** Sales totals in minor units. The sums are floats: above 2^53 they lose the last digits instead of failing. */
export interface SalesTotals {
  orders: number
  ordered: number
  coupon: number
  refunds: number
}

export const noSales: SalesTotals = { orders: 0, ordered: 0, coupon: 0, refunds: 0 }

export const addTotals = (a: SalesTotals, b: SalesTotals): SalesTotals => ({
  orders: a.orders + b.orders,
  ordered: a.ordered + b.ordered,
  coupon: a.coupon + b.coupon,
  refunds: a.refunds + b.refunds,
})
