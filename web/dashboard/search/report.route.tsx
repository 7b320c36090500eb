import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { SearchReport, SearchReportRow } from '#contract/search/search-report.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { ReportBody } from '../reports/report-body.tsx'
import { parseSearchKind, ReportFilters, searchKindLabels } from './report-filters.tsx'
import { reportColumns } from './report-columns.tsx'
import { SearchPages } from './search-pages.tsx'

/** What customers search for, which searches have no results, and which results they click. */
export default function Searches() {
  const table = useTableState({
    search: 'Filter searches',
    sort: (filters) => (filters.kind === 'clicked' ? 'clicks_desc' : 'searches_desc'),
    filters: ['kind', 'from', 'to'],
  })
  const kind = parseSearchKind(table.filters.kind)
  const query = useAdminList('GET admin/search/report', table.query)
  return (
    <DashboardPage
      title="Search"
      actions={
        <LinkButton
          href={dashboardLinks.searchReportExport({ ...table.query, page: undefined, limit: undefined })}
          download
        >
          Download CSV
        </LinkButton>
      }
    >
      <SearchPages />
      <ReportFilters table={table} kind={kind} period={query.data?.period} />
      <ReportBody error={query.error}>
        {query.data ? (
          <Totals report={query.data} />
        ) : (
          !query.isError && <Skeleton className="mb-6 h-[10.625rem] sm:h-[6.625rem]" />
        )}
        <DataTable<SearchReportRow>
          caption={searchKindLabels[kind]}
          columns={reportColumns(kind)}
          table={table}
          query={query}
          rowKey={(row) => query.data?.data.indexOf(row) ?? 0}
          rowName={({ q }) => q}
          empty={
            <EmptyState
              title={kind === 'nothing' ? 'Every search found something' : 'No searches in this period'}
              text={
                kind === 'nothing'
                  ? 'Searches without results appear here.'
                  : 'Choose other dates to see more.'
              }
            />
          }
        />
      </ReportBody>
    </DashboardPage>
  )
}

function Totals({ report: { searches, nothing, clicks } }: { report: SearchReport }) {
  const share = (part: number) => (searches > 0 ? `${Math.round((100 * part) / searches)}% of searches` : '')
  const totals = [
    ['Searches', searches, ''],
    ['No results', nothing, share(nothing)],
    ['Clicks', clicks, searches > 0 ? `${(clicks / searches).toFixed(1)} per search` : ''],
  ] as const
  return (
    <ul className="mb-6 grid gap-3 sm:grid-cols-3">
      {totals.map(([name, total, note]) => (
        <li
          key={name}
          className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 rounded-xs border border-line bg-card px-4 py-2 sm:block sm:p-4"
        >
          <p className="text-sm text-quiet">{name}</p>
          <p className="font-display text-2xl tabular max-sm:order-last">{total}</p>
          <p className="text-sm text-quiet tabular max-sm:grow max-sm:text-right">{note || '\u00a0'}</p>
        </li>
      ))}
    </ul>
  )
}
