import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { TaxDocument } from '#contract/reports/tax-report.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { DashboardPage } from '#web/dashboard/dashboard-page.tsx'
import { dayLabel } from '../day-labels.ts'
import { documentColumns } from './tax-columns.tsx'

/** The documents and orders behind a figure of the tax report. */
export default function TaxDocumentsPage() {
  const { locale, currency, timeZone } = useShop()
  const table = useTableState({
    filters: ['from', 'to', 'kind', 'country', 'state', 'name', 'code', 'rate'],
  })
  const query = useAdminList('GET admin/reports/tax/documents', table.query)
  const { data } = query
  const format = { locale, currency: data?.currency ?? currency, timeZone }
  const { from, to, country, state, name, code, rate, kind } = table.filters
  const figure = [
    kind === 'not_invoiced' && 'not invoiced yet',
    [state, country].filter(Boolean).join(', '),
    name,
    code && `commodity code ${code}`,
    rate && `${rate}%`,
  ].filter(Boolean)
  return (
    <DashboardPage
      title="Tax documents"
      crumbs={[{ name: 'Tax report', path: dashboardLinks.taxReport({ from, to }) }]}
      actions={
        <LinkButton
          href={dashboardLinks.taxExport({
            ...table.query,
            by: 'document',
            page: undefined,
            limit: undefined,
          })}
          download
        >
          Download CSV
        </LinkButton>
      }
    >
      <p role="status" className="mb-4 min-h-6">
        {data &&
          `${[`${dayLabel(data.period.from, locale)} to ${dayLabel(data.period.to, locale)}`, ...figure].join(' · ')}: ${money(data.sums.tax, format)} of tax on ${money(data.sums.taxable, format)}`}
      </p>
      <DataTable<TaxDocument>
        caption="Tax documents"
        columns={documentColumns(format)}
        table={table}
        query={query}
        rowKey={(row) => data?.data.indexOf(row) ?? 0}
        rowName={({ number, orderSerial }) => number ?? orderSerial}
        empty={<EmptyState icon="bag" title="No documents" text="No document belongs to this figure." />}
      />
    </DashboardPage>
  )
}
