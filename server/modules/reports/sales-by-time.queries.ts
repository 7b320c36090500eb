import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Period } from './period.ts'
import {
  noSales,
  isCurrentSale,
  fromRefunds,
  isCurrentRefund,
  fromSales,
  type ReportShop,
  type SalesTotals,
} from './sales-sql.ts'

/** The sales of a day, or of an hour if the period is one day, and those at the same position of the previous period. */
export interface TimeSlot {
  name: string
  current: SalesTotals
  previous: SalesTotals
}

interface Row extends SalesTotals {
  position: number
  isCurrent: boolean
}

/** The sales of each day, zeros included; with `hours`, of each hour if the period is one day. */
export async function readSalesByTime(
  db: Database,
  shop: ReportShop,
  period: Period,
  { hours = false } = {},
): Promise<TimeSlot[]> {
  const byHour = hours && period.days === 1
  const local = (moment: RawBuilder<Date>) => sql`${moment} at time zone ${period.timeZone}`
  const positionOf = (moment: RawBuilder<Date>, isCurrent: RawBuilder<boolean>) =>
    byHour
      ? sql`extract(hour from ${local(moment)})::int`
      : sql`(${local(moment)})::date - case when ${isCurrent} then ${period.from}::date else ${period.beforeFrom}::date end`
  const currentSale = isCurrentSale(period)
  const currentRefund = isCurrentRefund(period)
  const salePosition = positionOf(sql<Date>`o.placed_at`, currentSale)
  const { rows } = await sql<Row>`
    select position, "isCurrent", sum(orders)::int as orders, sum(ordered)::float8 as ordered,
      sum(coupon)::float8 as coupon, sum(refunds)::float8 as refunds
    from (
      select ${salePosition} as position, ${currentSale} as "isCurrent", count(*) as orders, sum(o.total) as ordered,
        sum(o.coupon_discount) as coupon, 0 as refunds
      ${fromSales(shop, period)} group by 1, 2
      union all
      select ${positionOf(sql<Date>`r.created_at`, currentRefund)}, ${currentRefund}, 0, 0, 0, sum(r.amount)
      ${fromRefunds(shop, period)} group by 1, 2
    ) facts
    group by 1, 2`.execute(db)
  const names = byHour ? hoursOfDay : daysOf(period)
  const slots = names.map((name) => ({ name, current: noSales, previous: noSales }))
  for (const { position, isCurrent, ...totals } of rows) {
    const slot = slots[position]
    if (slot) slot[isCurrent ? 'current' : 'previous'] = totals
  }
  return slots
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

const daysOf = ({ from, days }: Period) =>
  Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  )
