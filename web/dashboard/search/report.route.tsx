import type { SearchReport, SearchReportRow } from '#contract/search-report.ts'
import { searchReportFile, useSearchReport } from '../../data/admin-search.ts'
import { ApiError } from '../../lib/api.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { kindNames, kindOf, ReportFilters } from './report-filters.tsx'
import { reportColumns } from './report-columns.tsx'
import { SearchPages } from './search-pages.tsx'

/** What people search for, what finds nothing, and what they open. */
export default function Searches() {
  const filters = ['kind', 'from', 'to']
  const kindInAddress = useTableState({ filters }).filters['kind']
  const kind = kindOf(kindInAddress)
  const table = useTableState({ sort: kind === 'clicked' ? 'clicks_desc' : 'searches_desc', filters })
  const query = useSearchReport(table.query)
  const refused = query.error instanceof ApiError && query.error.status === 400 && query.error
  return (
    <DashboardPage
      title="Search"
      actions={
        <a href={searchReportFile(table.query)} download className={buttonStyle('secondary')}>
          Download CSV
        </a>
      }
    >
      <SearchPages />
      <ReportFilters table={table} kind={kind} period={query.data?.period} />
      {refused ? (
        <p role="alert" className="font-medium text-danger">
          {refused.message}
        </p>
      ) : (
        <>
          {query.data ? (
            <Sums report={query.data} />
          ) : (
            !query.isError && <Skeleton className="mb-6 h-[10.625rem] sm:h-[6.625rem]" />
          )}
          <DataTable<SearchReportRow>
            key={kind}
            caption={kindNames[kind]}
            columns={reportColumns(kind)}
            table={table}
            query={query}
            rowKey={(row) => query.data?.data.indexOf(row) ?? 0}
            rowName={({ q }) => q}
            searchLabel="Search in searches"
            empty={
              <EmptyState
                title={kind === 'nothing' ? 'Everything was found' : 'Nothing yet'}
                text={
                  kind === 'nothing'
                    ? 'No search of these days found nothing.'
                    : 'Nobody has searched on these days. Choose other ones to see more.'
                }
              />
            }
          />
        </>
      )}
    </DashboardPage>
  )
}

function Sums({ report: { searches, nothing, clicks } }: { report: SearchReport }) {
  const share = (part: number) => (searches > 0 ? `${Math.round((100 * part) / searches)} % of searches` : '')
  const sums = [
    ['Searches', searches, ''],
    ['Found nothing', nothing, share(nothing)],
    ['Results opened', clicks, searches > 0 ? `${(clicks / searches).toFixed(1)} for each search` : ''],
  ] as const
  return (
    <ul className="mb-6 grid gap-3 sm:grid-cols-3">
      {sums.map(([name, sum, said]) => (
        <li
          key={name}
          className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-3 rounded-xs border border-line bg-card px-4 py-2 sm:block sm:p-4"
        >
          <p className="text-sm text-quiet">{name}</p>
          <p className="font-display text-2xl tabular max-sm:order-last">{sum}</p>
          <p className="text-sm text-quiet tabular max-sm:grow max-sm:text-right">{said || '\u00a0'}</p>
        </li>
      ))}
    </ul>
  )
}
