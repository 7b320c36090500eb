import { sql } from 'kysely'
import type { SalesFigures } from '#contract/reports/report.ts'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { Period } from './period.ts'
import type { TimeSlot } from './sales-by-time.queries.ts'
import { addTotals, isSold, noSales, type ReportShop, type SalesTotals } from './sales-sql.ts'

type Amounts = Omit<SalesTotals, 'orders'>

/** Amounts in major units, with the sales after refunds. */
export const toFigures = (totals: Amounts, currency: string): Omit<SalesFigures, 'orders'> => ({
  ordered: toMajor(totals.ordered, currency),
  coupon: toMajor(totals.coupon, currency),
  refunds: toMajor(totals.refunds, currency),
  sales: toMajor(netSales(totals), currency),
})

/** Sales after refunds, in minor units. */
export const netSales = ({ ordered, refunds }: Amounts): number => ordered - refunds

/** The part that all reports share: totals, chart, and the number of orders in other currencies. */
export async function comparePeriods(
  db: Database,
  { shopId, currency }: ReportShop,
  period: Period,
  slots: readonly TimeSlot[],
) {
  const sumFigures = (parts: SalesTotals[]): SalesFigures => {
    const totals = parts.reduce(addTotals, noSales)
    return { orders: totals.orders, ...toFigures(totals, currency) }
  }
  const { rows } = await sql<{ elsewhere: number }>`
    select count(*)::int as elsewhere from shop_order o
    where o.config_id = ${shopId} and o.placed_at >= ${period.start} and o.placed_at < ${period.end}
      and o.currency <> ${currency} and ${isSold}`.execute(db)
  return {
    currency,
    period: { from: period.from, to: period.to },
    periodBefore: { from: period.beforeFrom, to: period.beforeTo },
    now: sumFigures(slots.map(({ current }) => current)),
    before: sumFigures(slots.map(({ previous }) => previous)),
    bars: slots.map(({ name, current, previous }) => ({
      name,
      sales: toMajor(netSales(current), currency),
      before: toMajor(netSales(previous), currency),
    })),
    elsewhere: rows[0]?.elsewhere ?? 0,
  }
}
