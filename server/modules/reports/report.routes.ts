import { exportSales, getOverview, getSales, type SalesKind } from '#contract/report.ts'
import { route } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { readBars } from './bars.queries.ts'
import { amountsOf, comparison, salesOf } from './compare.ts'
import { toCsv } from './csv.ts'
import { countExceptions, readBestSellers, readConversion } from './overview.queries.ts'
import { findPeriod } from './period.ts'
import { listSales } from './sales.ts'

const nouns: Record<SalesKind, string> = {
  day: 'Day',
  product: 'Product',
  category: 'Category',
  coupon: 'Coupon',
}

/** What is learnt from orders. */
export const reportRoutes = [
  route(getOverview, async ({ days }, { db, shop }) => {
    const period = await findPeriod(db, shop.timeZone, { days: Number(days) })
    const bars = await readBars(db, shop, period, { hours: true })
    const [compared, conversions, bookExceptions, bestSellers] = await Promise.all([
      comparison(db, shop, period, bars),
      readConversion(db, shop, period),
      countExceptions(db, shop.configId),
      readBestSellers(db, shop),
    ])
    return { data: { ...compared, ...conversions, bookExceptions, bestSellers } }
  }),

  route(getSales, async (asked, { db, shop }) => {
    const period = await findPeriod(db, shop.timeZone, asked)
    const bars = await readBars(db, shop, period)
    const { rows, total } = await listSales(db, shop, { period, bars }, asked)
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      orders: row.orders,
      pieces: row.pieces,
      ...amountsOf(row, shop.currency),
      before: toMajor(row.before, shop.currency),
    }))
    return { ...(await comparison(db, shop, period, bars)), data, total }
  }),

  route(exportSales, async (asked, { db, shop }) => {
    const period = await findPeriod(db, shop.timeZone, asked)
    const bars = asked.by === 'day' ? await readBars(db, shop, period) : []
    const { rows } = await listSales(db, shop, { period, bars }, asked)
    const amounts = ['Ordered', 'Coupons', 'Paid back', 'Sales', 'Sales before'].map(
      (name) => `${name} (${shop.currency})`,
    )
    const isOfOrders = asked.by === 'day' || asked.by === 'coupon'
    const head = [nouns[asked.by], isOfOrders ? 'Orders' : 'Pieces', ...amounts]
    const lines = rows.map((row) => [
      row.name,
      row.orders ?? row.pieces ?? 0,
      ...[row.ordered, row.coupon, row.refunds, salesOf(row), row.before].map((minor) => ({ minor })),
    ])
    const name = `sales-by-${asked.by}_${period.from}_${period.to}.csv`
    return { name, bytes: toCsv([head, ...lines], shop.currency) }
  }),
]
