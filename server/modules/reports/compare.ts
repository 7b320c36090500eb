import { sql } from 'kysely'
import type { SalesFigures } from '#contract/report.ts'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import type { Bar } from './bars.queries.ts'
import type { Period } from './period.ts'
import { addSums, isSold, nothingSold, type CountedShop, type Sums } from './sold.ts'

type Amounts = Omit<Sums, 'orders'>

/** The same in major units, with what is left after refunds. */
export const amountsOf = (sums: Amounts, currency: string): Omit<SalesFigures, 'orders'> => ({
  ordered: toMajor(sums.ordered, currency),
  coupon: toMajor(sums.coupon, currency),
  refunds: toMajor(sums.refunds, currency),
  sales: toMajor(salesOf(sums), currency),
})

export const salesOf = ({ ordered, refunds }: Amounts): number => ordered - refunds

/** What every report says of its time: sums, chart, and what the sums leave out. */
export async function comparison(
  db: Database,
  { configId, currency }: CountedShop,
  period: Period,
  bars: readonly Bar[],
) {
  const figuresOf = (all: Sums[]): SalesFigures => {
    const sums = all.reduce(addSums, nothingSold)
    return { orders: sums.orders, ...amountsOf(sums, currency) }
  }
  const { rows } = await sql<{ elsewhere: number }>`
    select count(*)::int as elsewhere from shop_order o
    where o.config_id = ${configId} and o.placed_at >= ${period.start} and o.placed_at < ${period.end}
      and o.currency <> ${currency} and ${isSold}`.execute(db)
  return {
    currency,
    period: { from: period.from, to: period.to },
    periodBefore: { from: period.beforeFrom, to: period.beforeTo },
    now: figuresOf(bars.map(({ now }) => now)),
    before: figuresOf(bars.map(({ before }) => before)),
    bars: bars.map(({ name, now, before }) => ({
      name,
      sales: toMajor(salesOf(now), currency),
      before: toMajor(salesOf(before), currency),
    })),
    elsewhere: rows[0]?.elsewhere ?? 0,
  }
}
