import type { SalesKind, SalesSort } from '#contract/report.ts'
import type { Database } from '#server/db/connect.ts'
import type { Bar } from './bars.queries.ts'
import { salesOf } from './compare.ts'
import type { Period } from './period.ts'
import { readRows, type FoundRow } from './rows.queries.ts'
import type { CountedShop } from './sold.ts'

interface Asked {
  by: SalesKind
  sort?: SalesSort | undefined
  /** From 1. */
  page?: number
  /** Without: all rows. */
  limit?: number
}

/** One page of a report; its days are the bars of the chart. */
export async function listSales(
  db: Database,
  shop: CountedShop,
  { period, bars }: { period: Period; bars: readonly Bar[] },
  { by, sort = by === 'day' ? 'name_desc' : 'sales_desc', page = 1, limit }: Asked,
): Promise<{ rows: FoundRow[]; total: number }> {
  const offset = (page - 1) * (limit ?? 0)
  if (by !== 'day') return readRows(db, shop, period, by, { sort, limit: limit ?? null, offset })
  const rows = bars
    .map(({ name, now, before }) => ({ ...now, id: null, name, pieces: null, before: salesOf(before) }))
    .toSorted(inOrder(sort))
  return { rows: rows.slice(offset, limit && offset + limit), total: rows.length }
}

/** Days of equal figures stay as the calendar has them. */
function inOrder(sort: SalesSort): (a: FoundRow, b: FoundRow) => number {
  const sign = sort.endsWith('_desc') ? -1 : 1
  const field = sort.replace('_desc', '') as 'name' | 'orders' | 'pieces' | 'sales'
  const value = (row: FoundRow) =>
    field === 'name' ? Date.parse(row.name) : field === 'sales' ? salesOf(row) : (row[field] ?? 0)
  return (a, b) => sign * (value(a) - value(b))
}
