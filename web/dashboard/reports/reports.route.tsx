import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Sales, SalesRow } from '#contract/reports/report.ts'
import { useAdminList } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { useTableState } from '#web/ui/table/use-table-state.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { BarChart } from './bar-chart.tsx'
import { ReportBody } from './report-body.tsx'
import { ReportNotes } from './report-notes.tsx'
import { dayLabel } from './day-labels.ts'
import { Figure } from './figure.tsx'
import { reportColumns } from './report-columns.tsx'
import { parseSalesKind, ReportFilters, salesKindLabels } from './report-filters.tsx'

/** Sales of a period by day, product, category or coupon. */
export default function Reports() {
  const { locale, currency } = useShop()
  const table = useTableState({
    sort: (filters) => (parseSalesKind(filters.by) === 'day' ? 'name_desc' : 'sales_desc'),
    filters: ['by', 'from', 'to'],
  })
  const by = parseSalesKind(table.filters.by)
  const query = useAdminList('GET admin/reports/sales', table.query)
  const format = { locale, currency: query.data?.currency ?? currency }
  return (
    <DashboardPage
      title="Sales"
      actions={
        <LinkButton
          href={dashboardLinks.salesExport({ ...table.query, page: undefined, limit: undefined })}
          download
        >
          Download CSV
        </LinkButton>
      }
    >
      <ReportFilters table={table} by={by} period={query.data?.period} />
      <ReportBody error={query.error}>
        {query.data ? (
          <Summary sales={query.data} />
        ) : (
          !query.isError && <Skeleton className="h-[52rem] min-[26rem]:h-[38rem] xl:h-[29rem]" />
        )}
        <div className="mt-8">
          <DataTable<SalesRow>
            caption={`Sales by ${salesKindLabels[by].toLowerCase()}`}
            key={by}
            columns={reportColumns(by, format)}
            table={table}
            query={query}
            rowKey={({ id, name }) => id ?? (Date.parse(name) || 0)}
            rowName={({ name }) => name}
            empty={
              <EmptyState icon="bag" title="No sales in this period" text="Choose other dates to see more." />
            }
          />
        </div>
        {query.data && (
          <div className="mt-6">
            <ReportNotes otherCurrencyOrders={query.data.elsewhere} />
          </div>
        )}
      </ReportBody>
    </DashboardPage>
  )
}

function Summary({ sales: { now, before, bars, currency, period, periodBefore } }: { sales: Sales }) {
  const { locale } = useShop()
  const format = { locale, currency }
  const periodText = ({ from, to }: typeof period) => `${dayLabel(from, locale)} to ${dayLabel(to, locale)}`
  const figures = [
    ['Sales', 'sales'],
    ['Gross sales', 'ordered'],
    ['Refunds', 'refunds'],
  ] as const
  return (
    <section aria-labelledby="period">
      <h2 id="period" className="font-display text-xl">
        {periodText(period)}
      </h2>
      <p className="text-sm text-quiet">Compared with {periodText(periodBefore)}</p>
      <ul className="mt-3 mb-8 grid gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-4">
        {figures.map(([name, field]) => (
          <Figure
            key={field}
            name={name}
            value={money(now[field], format)}
            now={now[field]}
            previous={before[field]}
            previousText={`${money(before[field], format)} in the previous period`}
          />
        ))}
        <Figure
          name="Orders"
          value={String(now.orders)}
          now={now.orders}
          previous={before.orders}
          previousText={`${before.orders} in the previous period`}
        />
      </ul>
      <BarChart bars={bars} currency={currency} previousName="Previous period" />
    </section>
  )
}
