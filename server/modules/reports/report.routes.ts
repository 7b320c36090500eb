import { countsOrders, exportSales, getOverview, getSales, type SalesKind } from '#contract/reports/report.ts'
import { onReplica, route } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { toCsv } from '#server/platform/table-files/write-csv.ts'
import { comparePeriods, netSales, toFigures } from './comparison.queries.ts'
import { amountCell } from './amount-cell.ts'
import { countFindings, readBestSellers, readConversion, readVisitors } from './overview.queries.ts'
import { creditReportRoute } from './credit-report.ts'
import { findPeriod } from './period.ts'
import { readSalesByTime } from './sales-by-time.queries.ts'
import { listSales } from './sales-report.ts'
import { taxReportRoutes } from './tax/tax-report.routes.ts'

const columnNames: Record<SalesKind, string> = {
  day: 'Day',
  product: 'Product',
  category: 'Category',
  coupon: 'Coupon',
  source: 'Source',
}

/** Sales reports for staff. They read much, and a replica of the database may do it. */
export const reportRoutes = [
  creditReportRoute,

  route(getOverview, async ({ days }, { db, shop }) => {
    const period = await findPeriod(db, shop.timeZone, { days: Number(days) })
    const slots = await readSalesByTime(db, shop, period, { hours: true })
    const [compared, conversions, visits, reconciliationFindings, bestSellers] = await Promise.all([
      comparePeriods(db, shop, period, slots),
      readConversion(db, shop, period),
      readVisitors(db, shop.shopId, period),
      countFindings(db, shop.shopId),
      readBestSellers(db, shop),
    ])
    return { data: { ...compared, ...conversions, ...visits, reconciliationFindings, bestSellers } }
  }),

  route(getSales, async (query, { db, shop }) => {
    const period = await findPeriod(db, shop.timeZone, query)
    const slots = await readSalesByTime(db, shop, period)
    const { rows, total } = await listSales(db, shop, { period, slots }, query)
    const data = rows.map((row) => ({
      id: row.id,
      name: row.name,
      orders: row.orders,
      units: row.units,
      ...toFigures(row, shop.currency),
      before: toMajor(row.before, shop.currency),
    }))
    return { ...(await comparePeriods(db, shop, period, slots)), data, total }
  }),

  route(exportSales, async (query, { db, shop }) => {
    const period = await findPeriod(db, shop.timeZone, query)
    const slots = query.by === 'day' ? await readSalesByTime(db, shop, period) : []
    const { rows } = await listSales(db, shop, { period, slots }, query)
    const amounts = ['Ordered', 'Coupons', 'Refunded', 'Sales', 'Previous sales'].map(
      (name) => `${name} (${shop.currency})`,
    )
    const head = [columnNames[query.by], countsOrders(query.by) ? 'Orders' : 'Units', ...amounts]
    const lines = rows.map((row) => [
      row.name,
      row.orders ?? row.units ?? 0,
      ...[row.ordered, row.coupon, row.refunds, netSales(row), row.before].map((minor) =>
        amountCell(minor, shop.currency),
      ),
    ])
    const name = `sales-by-${query.by}_${period.from}_${period.to}.csv`
    return { name, bytes: toCsv([head, ...lines]) }
  }),

  ...taxReportRoutes,
].map(onReplica)
