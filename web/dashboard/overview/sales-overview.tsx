import { Link, useSearchParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Overview } from '#contract/reports/report.ts'
import { useOverview } from '#web/data/admin/reports.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { BarChart } from '../reports/bar-chart.tsx'
import { ReportNotes } from '../reports/report-notes.tsx'
import { Figure } from '../reports/figure.tsx'

const periods = [
  { days: '1', name: 'Today', previous: 'Yesterday', comparedWith: 'yesterday by this time' },
  { days: '7', name: '7 days', previous: 'Previous 7 days', comparedWith: 'the previous 7 days' },
  { days: '30', name: '30 days', previous: 'Previous 30 days', comparedWith: 'the previous 30 days' },
] as const
type Period = (typeof periods)[number]

/** The period of the figures. The URL holds it. */
export function useSalesPeriod() {
  const [search, setSearch] = useSearchParams()
  return {
    period: periods.find(({ days }) => days === search.get('days')) ?? periods[1],
    setPeriod: (days: string) => setSearch({ days }, { replace: true, preventScrollReset: true }),
  }
}

interface SalesOverviewProps {
  period: Period
  onPeriod(days: string): void
}

/** Sales of today, 7 days or 30 days against the same time before. */
export function SalesOverview({ period, onPeriod }: SalesOverviewProps) {
  const query = useOverview(period.days)
  return (
    <section aria-labelledby="sales" className="min-w-0 rounded-xs border border-line bg-card p-4 sm:p-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id="sales" className="font-display text-xl">
          Sales
        </h2>
        <div role="group" aria-label="Period" className="flex rounded-xs border border-edge">
          {periods.map(({ days, name }) => (
            <button
              key={days}
              type="button"
              aria-pressed={days === period.days}
              onClick={() => onPeriod(days)}
              className="min-h-11 cursor-pointer px-4 hover:bg-ground aria-pressed:bg-ink aria-pressed:text-page forced-colors:aria-pressed:underline"
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[36rem] md:h-[26rem]" />}>
        {(overview) => (
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
            <p className="-mt-3 mb-3 text-sm text-quiet">Compared with {period.comparedWith}</p>
            <Figures overview={overview} />
            <h3 className="sr-only">{period.days === '1' ? 'Sales by hour' : 'Sales by day'}</h3>
            <BarChart
              bars={overview.bars}
              currency={overview.currency}
              previousName={period.previous}
              isLow
            />
            <div className="flex flex-wrap gap-x-6 text-sm">
              <Link
                to={dashboardLinks.reports()}
                className="inline-flex min-h-9 items-center underline underline-offset-4"
              >
                All reports
              </Link>
              <details>
                <summary className="min-h-9 w-fit cursor-pointer content-center underline underline-offset-4">
                  How is this counted?
                </summary>
                <p className="mt-1 max-w-prose text-quiet">
                  A visitor counts once a day, without cookies or names. Ordered: shoppers with a cart who
                  placed an order; orders that staff entered are left out.
                </p>
                <ReportNotes otherCurrencyOrders={overview.elsewhere} />
              </details>
            </div>
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Figures({ overview }: { overview: Overview }) {
  const { locale } = useShop()
  const { now, before, visitors, visitorsBefore, currency } = overview
  const amount = (value: number | null) => (value === null ? null : money(value, { currency, locale }))
  const average = averageOf(now)
  const averageBefore = averageOf(before)
  return (
    <ul className="mb-4 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
      <Figure
        name="Sales"
        value={amount(now.sales)}
        now={now.sales}
        previous={before.sales}
        previousText={amount(before.sales)}
        isPlain
      />
      <Figure
        name="Orders"
        value={String(now.orders)}
        now={now.orders}
        previous={before.orders}
        previousText={String(before.orders)}
        isPlain
      />
      <Figure
        name="Average order"
        value={amount(average)}
        now={average}
        previous={averageBefore}
        previousText={amount(averageBefore)}
        isPlain
      />
      <Figure
        name="Visitors"
        value={visitors === null ? null : visitors.toLocaleString(locale)}
        now={visitors}
        previous={visitorsBefore}
        previousText={visitorsBefore === null ? null : visitorsBefore.toLocaleString(locale)}
        isPlain
      />
    </ul>
  )
}

const averageOf = ({ ordered, orders }: Overview['now']) => (orders > 0 ? ordered / orders : null)
