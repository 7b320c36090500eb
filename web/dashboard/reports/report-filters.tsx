import { salesKinds, type SalesKind } from '#contract/report.ts'
import type { TableState } from '../../lib/use-table-state.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { PeriodFields } from './period-fields.tsx'

export const kindNames: Record<SalesKind, string> = {
  day: 'Day',
  product: 'Product',
  category: 'Category',
  coupon: 'Coupon',
}

export const kindOf = (text: string | undefined): SalesKind =>
  salesKinds.find((kind) => kind === text) ?? 'day'

interface ReportFiltersProps {
  table: TableState
  by: SalesKind
  /** The days that are shown, where the address names none. */
  period: { from: string; to: string } | undefined
}

/** What sales are told apart by, of which days, and in which order where the table has no head. */
export function ReportFilters({ table, by, period }: ReportFiltersProps) {
  const count = by === 'day' || by === 'coupon' ? 'orders' : 'pieces'
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SelectField
        className="min-w-0 sm:w-44"
        label="Sales by"
        options={salesKinds.map((kind) => [kind, kindNames[kind]])}
        value={by}
        onChange={({ target }) =>
          table.set({ by: target.value === 'day' ? undefined : target.value, sort: undefined })
        }
      />
      <SelectField
        className="min-w-0 sm:w-52 xl:hidden"
        label="Sort"
        options={[
          ['sales_desc', 'Highest sales first'],
          ['sales', 'Lowest sales first'],
          [`${count}_desc`, `Most ${count} first`],
          [count, `Fewest ${count} first`],
          ['name', by === 'day' ? 'Oldest first' : 'Name, A to Z'],
          ['name_desc', by === 'day' ? 'Latest first' : 'Name, Z to A'],
        ]}
        value={table.sort ?? ''}
        onChange={({ target }) => table.set({ sort: target.value })}
      />
      <PeriodFields table={table} period={period} />
    </div>
  )
}
