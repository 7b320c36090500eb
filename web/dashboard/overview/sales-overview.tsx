import { Link, useSearchParams } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Overview } from '#contract/reports/report.ts'
import { useOverview } from '#web/data/admin/reports.ts'
import { useShop } from '#web/data/shop.ts'
import { money } from '#web/lib/format/money.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { BarChart } from '../reports/bar-chart.tsx'
import { ReportNotes } from '../reports/report-notes.tsx'
import { Figure } from '../reports/figure.tsx'

import { BestSellers } from './best-sellers.tsx'

const periods = [
  { days: '1', name: 'Today', previous: 'Yesterday', inPrevious: 'yesterday by this time' },
  { days: '7', name: '7 days', previous: 'Previous 7 days', inPrevious: 'in the previous 7 days' },
  { days: '30', name: '30 days', previous: 'Previous 30 days', inPrevious: 'in the previous 30 days' },
] as const
type Period = (typeof periods)[number]

/** Sales of today, 7 days or 30 days. The URL holds the chosen period. */
export function SalesOverview() {
  const [search, setSearch] = useSearchParams()
  const period = periods.find(({ days }) => days === search.get('days')) ?? periods[1]
  const query = useOverview(period.days)
  return (
    <section aria-labelledby="sales">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="sales" className="font-display text-xl">
          Sales
        </h2>
        <div role="group" aria-label="Period" className="flex rounded-xs border border-edge bg-card">
          {periods.map(({ days, name }) => (
            <button
              key={days}
              type="button"
              aria-pressed={days === period.days}
              onClick={() => setSearch({ days }, { replace: true, preventScrollReset: true })}
              className="min-h-11 cursor-pointer px-4 hover:bg-ground aria-pressed:bg-ink aria-pressed:text-page forced-colors:aria-pressed:underline"
            >
              {name}
            </button>
          ))}
        </div>
      </div>
      <Loaded query={query} skeleton={<Skeleton className="h-[56rem] lg:h-[40rem]" />}>
        {(overview) => (
          <div aria-busy={query.isPlaceholderData} className={query.isPlaceholderData ? 'opacity-60' : ''}>
            <Figures overview={overview} period={period} />
            <div className="mt-6 grid gap-6 xl:grid-cols-[2fr_1fr]">
              <Panel title={period.days === '1' ? 'Sales by hour' : 'Sales by day'}>
                <BarChart bars={overview.bars} currency={overview.currency} previousName={period.previous} />
                <p className="mt-2 text-sm">
                  <Link
                    to={dashboardLinks.reports()}
                    className="inline-flex min-h-9 items-center underline underline-offset-4"
                  >
                    All reports
                  </Link>
                </p>
              </Panel>
              <BestSellers products={overview.bestSellers} currency={overview.currency} />
            </div>
            <div className="mt-4">
              <ReportNotes otherCurrencyOrders={overview.elsewhere} />
              <p className="mt-2 max-w-prose text-sm text-quiet">
                Carts ordered: the share of shoppers with a cart who placed an order. Other visitors are not
                counted.
              </p>
            </div>
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Figures({ overview, period }: { overview: Overview; period: Period }) {
  const { locale } = useShop()
  const { now, before, conversion, conversionBefore, currency } = overview
  const amount = (value: number) => money(value, { currency, locale })
  const average = averageOf(now)
  const averageBefore = averageOf(before)
  const share = shareOf(conversion)
  const shareBefore = shareOf(conversionBefore)
  return (
    <ul className="grid gap-3 min-[26rem]:grid-cols-2 xl:grid-cols-4">
      <Figure
        name="Sales"
        value={amount(now.sales)}
        now={now.sales}
        previous={before.sales}
        previousText={`${amount(before.sales)} ${period.inPrevious}`}
      />
      <Figure
        name="Orders"
        value={String(now.orders)}
        now={now.orders}
        previous={before.orders}
        previousText={`${before.orders} ${period.inPrevious}`}
      />
      <Figure
        name="Average order value"
        value={average === null ? null : amount(average)}
        now={average}
        previous={averageBefore}
        previousText={
          averageBefore === null
            ? `no orders ${period.inPrevious}`
            : `${amount(averageBefore)} ${period.inPrevious}`
        }
      />
      <Figure
        name="Carts ordered"
        value={share === null ? null : percentOf(share)}
        now={share}
        previous={shareBefore}
        previousText={`${shareBefore === null ? 'no carts' : percentOf(shareBefore)} ${period.inPrevious}; now ${conversion.ordered} of ${conversion.shoppers}`}
      />
    </ul>
  )
}

const averageOf = ({ ordered, orders }: Overview['now']) => (orders > 0 ? ordered / orders : null)
const shareOf = ({ ordered, shoppers }: Overview['conversion']) => (shoppers > 0 ? ordered / shoppers : null)
const percentOf = (share: number) => `${Math.round(share * 100)}%`
