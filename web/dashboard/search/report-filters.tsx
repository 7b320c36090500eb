import { searchReportKinds, type SearchReportKind, type SearchReportSort } from '#contract/search-report.ts'
import type { TableState } from '../../lib/use-table-state.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { PeriodFields } from '../reports/period-fields.tsx'

export const kindNames: Record<SearchReportKind, string> = {
  all: 'All searches',
  nothing: 'What finds nothing',
  clicked: 'What is opened',
}

export const kindOf = (text: string | undefined): SearchReportKind =>
  searchReportKinds.find((kind) => kind === text) ?? 'all'

const orders: readonly (readonly [SearchReportSort, string])[] = [
  ['searches_desc', 'Most searches first'],
  ['searches', 'Fewest searches first'],
  ['clicks_desc', 'Most opened first'],
  ['clicks', 'Least opened first'],
  ['found_desc', 'Most found first'],
  ['found', 'Least found first'],
  ['q', 'A to Z'],
  ['q_desc', 'Z to A'],
]

interface ReportFiltersProps {
  table: TableState
  kind: SearchReportKind
  /** The days that are shown, where the address names none. */
  period: { from: string; to: string } | undefined
}

/** Which searches of which days, and in which order where the table has no head. */
export function ReportFilters({ table, kind, period }: ReportFiltersProps) {
  return (
    <div className="mb-6 grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap">
      <SelectField
        className="min-w-0 sm:w-52"
        label="Show"
        options={searchReportKinds.map((one) => [one, kindNames[one]])}
        value={kind}
        onChange={({ target }) =>
          table.set({ kind: target.value === 'all' ? undefined : target.value, sort: undefined })
        }
      />
      <SelectField
        className="min-w-0 sm:w-52 xl:hidden"
        label="Sort"
        options={orders.filter(([order]) => kind !== 'nothing' || !/^(clicks|found)/.test(order))}
        value={table.sort ?? ''}
        onChange={({ target }) => table.set({ sort: target.value })}
      />
      <PeriodFields table={table} period={period} />
    </div>
  )
}
