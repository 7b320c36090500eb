import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { TaxRow } from '#contract/reports/tax-report.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { ReportBody } from '../report-body.tsx'
import { taxColumns, taxRowName } from './tax-columns.tsx'
import { TaxFilters } from './tax-filters.tsx'
import { TaxProof, TaxTotals } from './tax-summary.tsx'

/** The tax of a period by place and rate, or by commodity code. */
export default function TaxReportPage() {
  const { locale, currency, timeZone } = useShop()
  const table = useTableState({ filters: ['by', 'from', 'to'], limit: 100 })
  const by = table.filters.by === 'code' ? 'code' : 'place'
  const { from, to } = table.filters
  const input = { by, ...(from && { from }), ...(to && { to }) } as const
  const query = useAdminList('GET admin/reports/tax', input)
  const { data: report } = query
  const format = { locale, currency: report?.currency ?? currency }
  const first = (table.page - 1) * table.limit
  return (
    <DashboardPage
      title="Tax report"
      actions={
        <>
          <LinkButton href={dashboardLinks.taxExport({ ...input, by: 'document' })} download>
            Download documents
          </LinkButton>
          <LinkButton href={dashboardLinks.taxExport(input)} download>
            Download CSV
          </LinkButton>
        </>
      }
    >
      <TaxFilters table={table} timeZone={timeZone} period={report?.period} />
      <ReportBody error={query.error}>
        {report ? (
          <TaxTotals report={report} format={format} />
        ) : (
          !query.isError && <Skeleton className="mb-6 h-44 xl:h-22" />
        )}
        <DataTable<TaxRow>
          key={by}
          caption={by === 'code' ? 'Tax by commodity code' : 'Tax by place and rate'}
          columns={taxColumns(by, format, report?.period ?? { from: '', to: '' })}
          table={table}
          query={{
            ...query,
            data: report && {
              data: report.data.slice(first, first + table.limit),
              total: report.data.length,
            },
          }}
          rowKey={(row) => report?.data.indexOf(row) ?? 0}
          rowName={taxRowName}
          empty={
            <EmptyState
              icon="bag"
              title="No invoices in this period"
              text="Invoices and credit notes of the period appear here with their tax."
            />
          }
        />
        {report && <TaxProof report={report} format={format} />}
      </ReportBody>
    </DashboardPage>
  )
}
