import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Period } from './period.ts'
import {
  nothingSold,
  orderedNow,
  paidBackRefunds,
  refundedNow,
  soldOrders,
  type CountedShop,
  type Sums,
} from './sold.ts'

/** What was sold on a day, or in an hour of the only day, and at the same place of the period before. */
export interface Bar {
  name: string
  now: Sums
  before: Sums
}

interface Row extends Sums {
  place: number
  isNow: boolean
}

/** The period piece by piece, also where nothing was sold: by day, or by hour where it is a single day and `hours` are wanted. */
export async function readBars(
  db: Database,
  shop: CountedShop,
  period: Period,
  { hours = false } = {},
): Promise<Bar[]> {
  const byHour = hours && period.days === 1
  const local = (moment: RawBuilder<Date>) => sql`${moment} at time zone ${period.timeZone}`
  const place = (moment: RawBuilder<Date>, isNow: RawBuilder<boolean>) =>
    byHour
      ? sql`extract(hour from ${local(moment)})::int`
      : sql`(${local(moment)})::date - case when ${isNow} then ${period.from}::date else ${period.beforeFrom}::date end`
  const now = orderedNow(period)
  const then = refundedNow(period)
  const ordered = place(sql<Date>`o.placed_at`, now)
  const { rows } = await sql<Row>`
    select place, "isNow", sum(orders)::int as orders, sum(ordered)::bigint as ordered,
      sum(coupon)::bigint as coupon, sum(refunds)::bigint as refunds
    from (
      select ${ordered} as place, ${now} as "isNow", count(*) as orders, sum(o.total) as ordered,
        sum(o.coupon_discount) as coupon, 0 as refunds
      ${soldOrders(shop, period)} group by 1, 2
      union all
      select ${place(sql<Date>`r.created_at`, then)}, ${then}, 0, 0, 0, sum(r.amount)
      ${paidBackRefunds(shop, period)} group by 1, 2
    ) facts
    group by 1, 2`.execute(db)
  const names = byHour ? hoursOfDay : daysOf(period)
  const bars = names.map((name) => ({ name, now: nothingSold, before: nothingSold }))
  for (const { place: at, isNow, ...sums } of rows) {
    const bar = bars[at]
    if (bar) bar[isNow ? 'now' : 'before'] = sums
  }
  return bars
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

const daysOf = ({ from, days }: Period) =>
  Array.from({ length: days }, (_, index) =>
    new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10),
  )
