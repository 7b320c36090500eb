import type { SalesKind, SalesSort } from '#contract/reports/report.ts'
import type { Database } from '#server/db/connect.ts'
import { netSales } from './comparison.queries.ts'
import type { Period } from './period.ts'
import { readSalesByItem, type ItemSales } from './sales-by-item.queries.ts'
import type { TimeSlot } from './sales-by-time.queries.ts'
import type { ReportShop } from './sales-sql.ts'

interface ReportQuery {
  by: SalesKind
  sort?: SalesSort | undefined
  /** Starts at 1. */
  page?: number
  /** Absent: all rows. */
  limit?: number
}

/** A page of a report, and the number of rows. A report by day reuses the time slots of the chart. */
export async function listSales(
  db: Database,
  shop: ReportShop,
  { period, slots }: { period: Period; slots: readonly TimeSlot[] },
  { by, sort = by === 'day' ? 'name_desc' : 'sales_desc', page = 1, limit }: ReportQuery,
): Promise<{ rows: ItemSales[]; total: number }> {
  const offset = (page - 1) * (limit ?? 0)
  if (by !== 'day') return readSalesByItem(db, shop, period, by, { sort, limit: limit ?? null, offset })
  const rows = slots
    .map(({ name, current, previous }) => ({
      ...current,
      id: null,
      name,
      units: null,
      before: netSales(previous),
    }))
    .toSorted(comparator(sort))
  return { rows: rows.slice(offset, limit && offset + limit), total: rows.length }
}

/** Days with equal values keep the order of the calendar. */
function comparator(sort: SalesSort): (a: ItemSales, b: ItemSales) => number {
  const sign = sort.endsWith('_desc') ? -1 : 1
  const field = sort.replace('_desc', '') as 'name' | 'orders' | 'units' | 'sales'
  const value = (row: ItemSales) =>
    field === 'name' ? Date.parse(row.name) : field === 'sales' ? netSales(row) : (row[field] ?? 0)
  return (a, b) => sign * (value(a) - value(b))
}
