import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { TaxDocument } from '#contract/reports/tax-report.ts'
import { taxExportUrl, useTaxDocuments } from '#web/data/admin/tax-report.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { buttonStyle } from '#web/ui/button-style.ts'
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
  const query = useTaxDocuments(table.query)
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
        <a
          href={taxExportUrl({ ...table.query, by: 'document', page: undefined, limit: undefined })}
          download
          className={buttonStyle('secondary')}
        >
          Download CSV
        </a>
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
