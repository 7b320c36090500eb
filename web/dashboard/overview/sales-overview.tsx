import { Link, useSearchParams } from 'react-router'
import type { Overview } from '#contract/report.ts'
import { useOverview } from '../../data/admin-reports.ts'
import { useShop } from '../../data/shop.ts'
import { money } from '../../lib/money.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Panel } from '../panel.tsx'
import { BarChart } from '../reports/bar-chart.tsx'
import { Counting } from '../reports/counting.tsx'
import { Figure } from '../reports/figure.tsx'
import { reports } from '../reports/places.ts'
import { BestSellers } from './best-sellers.tsx'

const spans = [
  { days: '1', name: 'Today', before: 'yesterday until now' },
  { days: '7', name: '7 days', before: 'the 7 days before' },
  { days: '30', name: '30 days', before: 'the 30 days before' },
] as const
type Span = (typeof spans)[number]

/** What is sold today, in 7 or in 30 days; the choice is in the address. */
export function SalesOverview() {
  const [search, setSearch] = useSearchParams()
  const span = spans.find(({ days }) => days === search.get('days')) ?? spans[1]
  const query = useOverview(span.days)
  return (
    <section aria-labelledby="sales">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 id="sales" className="font-display text-xl">
          Sales
        </h2>
        <div role="group" aria-label="Period" className="flex rounded-xs border border-edge bg-card">
          {spans.map(({ days, name }) => (
            <button
              key={days}
              type="button"
              aria-pressed={days === span.days}
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
            <Figures overview={overview} span={span} />
            <div className="mt-6 grid gap-6 xl:grid-cols-[2fr_1fr]">
              <Panel title={span.days === '1' ? 'Sales by hour' : 'Sales by day'}>
                <BarChart bars={overview.bars} currency={overview.currency} beforeName={span.before} />
                <p className="mt-2 text-sm">
                  <Link
                    to={reports}
                    className="inline-flex min-h-9 items-center underline underline-offset-4"
                  >
                    All reports
                  </Link>
                </p>
              </Panel>
              <BestSellers sold={overview.bestSellers} currency={overview.currency} />
            </div>
            <div className="mt-4">
              <Counting elsewhere={overview.elsewhere} />
              <p className="mt-2 max-w-prose text-sm text-quiet">
                Conversion: of the shoppers who ordered or have something in their cart since then, those who
                ordered. Carts that were emptied again are not known.
              </p>
            </div>
          </div>
        )}
      </Loaded>
    </section>
  )
}

function Figures({ overview, span }: { overview: Overview; span: Span }) {
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
        before={before.sales}
        was={`${amount(before.sales)} ${span.before}`}
      />
      <Figure
        name="Orders"
        value={String(now.orders)}
        now={now.orders}
        before={before.orders}
        was={`${before.orders} ${span.before}`}
      />
      <Figure
        name="Average order"
        value={average === null ? null : amount(average)}
        now={average}
        before={averageBefore}
        was={averageBefore === null ? `no orders ${span.before}` : `${amount(averageBefore)} ${span.before}`}
      />
      <Figure
        name="Conversion"
        value={share === null ? null : percentOf(share)}
        now={share}
        before={shareBefore}
        was={`${shareBefore === null ? 'nobody' : percentOf(shareBefore)} ${span.before}; ${conversion.ordered} of ${conversion.shoppers} now`}
      />
    </ul>
  )
}

const averageOf = ({ ordered, orders }: Overview['now']) => (orders > 0 ? ordered / orders : null)
const shareOf = ({ ordered, shoppers }: Overview['conversion']) => (shoppers > 0 ? ordered / shoppers : null)
const percentOf = (share: number) => `${Math.round(share * 100)} %`
