import { countsOrders, salesKinds, type SalesKind } from '#contract/reports/report.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { SortFilter, TableFilter } from '#web/ui/table/table-filter.tsx'
import { ReportToolbar } from './report-toolbar.tsx'

export const salesKindLabels: Record<SalesKind, string> = {
  day: 'Day',
  product: 'Product',
  category: 'Category',
  coupon: 'Coupon',
  source: 'Source',
}

/** Falls back to days for anything unknown in the URL. */
export const parseSalesKind = (text: string | undefined): SalesKind =>
  salesKinds.find((kind) => kind === text) ?? 'day'

interface ReportFiltersProps {
  table: TableState<'by' | 'from' | 'to'>
  by: SalesKind
  /** The days that the server chose where the URL names none. */
  period: { from: string; to: string } | undefined
}

/** Grouping and period of a sales report, and the order where cards replace the column headers. */
export function ReportFilters({ table, by, period }: ReportFiltersProps) {
  const count = countsOrders(by) ? 'orders' : 'units'
  return (
    <ReportToolbar table={table} period={period}>
      <TableFilter
        table={table}
        name="by"
        fallback="day"
        also={{ sort: undefined }}
        className="min-w-0 sm:w-44"
        label="Sales by"
        options={salesKinds.map((kind) => [kind, salesKindLabels[kind]])}
      />
      <SortFilter
        table={table}
        className="min-w-0 sm:w-52"
        options={[
          ['sales_desc', 'Highest sales'],
          ['sales', 'Lowest sales'],
          [`${count}_desc`, `Most ${count}`],
          [count, `Fewest ${count}`],
          ['name', by === 'day' ? 'Oldest first' : 'Name, A to Z'],
          ['name_desc', by === 'day' ? 'Latest first' : 'Name, Z to A'],
        ]}
      />
    </ReportToolbar>
  )
}
