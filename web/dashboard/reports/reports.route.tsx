import type { Sales, SalesRow } from '#contract/report.ts'
import { salesFile, useSales } from '../../data/admin-reports.ts'
import { useShop } from '../../data/shop.ts'
import { ApiError } from '../../lib/api.ts'
import { money } from '../../lib/money.ts'
import { useTableState } from '../../lib/use-table-state.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { DataTable } from '../../ui/table/data-table.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { BarChart } from './bar-chart.tsx'
import { Counting } from './counting.tsx'
import { dayWords } from './day-words.ts'
import { Figure } from './figure.tsx'
import { reportColumns } from './report-columns.tsx'
import { kindOf, kindNames, ReportFilters } from './report-filters.tsx'

/** What was sold on which days, told apart by day, product, category or coupon. */
export default function Reports() {
  const { locale, currency } = useShop()
  const filters = ['by', 'from', 'to']
  const byInAddress = useTableState({ filters }).filters['by']
  const by = kindOf(byInAddress)
  const table = useTableState({ sort: by === 'day' ? 'name_desc' : 'sales_desc', filters })
  const query = useSales(table.query)
  const refused = query.error instanceof ApiError && query.error.status === 400 && query.error
  const shown = { locale, currency: query.data?.currency ?? currency }
  return (
    <DashboardPage
      title="Sales"
      actions={
        <a href={salesFile(table.query)} download className={buttonStyle('secondary')}>
          Download CSV
        </a>
      }
    >
      <ReportFilters table={table} by={by} period={query.data?.period} />
      {refused ? (
        <p role="alert" className="font-medium text-danger">
          {refused.message}
        </p>
      ) : (
        <>
          {query.data ? (
            <Summary sales={query.data} />
          ) : (
            !query.isError && <Skeleton className="h-[52rem] min-[26rem]:h-[38rem] xl:h-[29rem]" />
          )}
          <div className="mt-8">
            <DataTable<SalesRow>
              caption={`Sales by ${kindNames[by].toLowerCase()}`}
              key={by}
              columns={reportColumns(by, shown)}
              table={table}
              query={query}
              rowKey={({ id, name }) => id ?? (Date.parse(name) || 0)}
              rowName={({ name }) => name}
              empty={<EmptyState icon="bag" title="Nothing was sold" text="Choose other days to see more." />}
            />
          </div>
          {query.data && (
            <div className="mt-6">
              <Counting elsewhere={query.data.elsewhere} />
            </div>
          )}
        </>
      )}
    </DashboardPage>
  )
}

function Summary({ sales: { now, before, bars, currency, period, periodBefore } }: { sales: Sales }) {
  const { locale } = useShop()
  const shown = { locale, currency }
  const words = ({ from, to }: typeof period) => `${dayWords(from, locale)} to ${dayWords(to, locale)}`
  const sums = [
    ['Sales', 'sales'],
    ['Ordered', 'ordered'],
    ['Paid back', 'refunds'],
  ] as const
  return (
    <section aria-labelledby="period">
      <h2 id="period" className="font-display text-xl">
        {words(period)}
      </h2>
      <p className="text-sm text-quiet">Against {words(periodBefore)}</p>
      <ul className="mt-3 mb-8 grid gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-4">
        {sums.map(([name, field]) => (
          <Figure
            key={field}
            name={name}
            value={money(now[field], shown)}
            now={now[field]}
            before={before[field]}
            was={`${money(before[field], shown)} before`}
          />
        ))}
        <Figure
          name="Orders"
          value={String(now.orders)}
          now={now.orders}
          before={before.orders}
          was={`${before.orders} before`}
        />
      </ul>
      <BarChart bars={bars} currency={currency} beforeName="the time before" />
    </section>
  )
}
