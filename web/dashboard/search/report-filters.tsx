import {
  searchReportKinds,
  type SearchReportKind,
  type SearchReportSort,
} from '#contract/search/search-report.ts'
import type { TableState } from '#web/ui/table/use-table-state.ts'
import { SortFilter, TableFilter } from '#web/ui/table/table-filter.tsx'
import { ReportToolbar } from '../reports/report-toolbar.tsx'

export const searchKindLabels: Record<SearchReportKind, string> = {
  all: 'All searches',
  nothing: 'No results',
  clicked: 'Clicked results',
}

/** Falls back to all searches for anything unknown in the URL. */
export const parseSearchKind = (text: string | undefined): SearchReportKind =>
  searchReportKinds.find((kind) => kind === text) ?? 'all'

const sortOptions: readonly (readonly [SearchReportSort, string])[] = [
  ['searches_desc', 'Most searches'],
  ['searches', 'Fewest searches'],
  ['clicks_desc', 'Most clicks'],
  ['clicks', 'Fewest clicks'],
  ['found_desc', 'Most results'],
  ['found', 'Fewest results'],
  ['q', 'A to Z'],
  ['q_desc', 'Z to A'],
]

interface ReportFiltersProps {
  table: TableState<'kind' | 'from' | 'to'>
  kind: SearchReportKind
  /** The days that the server chose where the URL names none. */
  period: { from: string; to: string } | undefined
}

/** Type and period of the searches, and the order where cards replace the column headers. */
export function ReportFilters({ table, kind, period }: ReportFiltersProps) {
  return (
    <ReportToolbar table={table} period={period}>
      <TableFilter
        table={table}
        name="kind"
        fallback="all"
        also={{ sort: undefined }}
        className="min-w-0 sm:w-52"
        label="Show"
        options={searchReportKinds.map((option) => [option, searchKindLabels[option]])}
      />
      <SortFilter
        table={table}
        className="min-w-0 sm:w-52"
        options={sortOptions.filter(([sort]) => kind !== 'nothing' || !/^(clicks|found)/.test(sort))}
      />
    </ReportToolbar>
  )
}
