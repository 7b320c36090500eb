import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dashboardLinks } from '#contract/dashboard-links.ts'
import type { Overview } from '#contract/reports/report.ts'
import { LIVE_MINUTES } from '#contract/reports/visit.ts'
import { useCan } from '#web/data/account/permission.ts'
import { adminData } from '#web/data/admin/query.ts'
import { useOverview } from '#web/data/admin/reports.ts'
import { useShop } from '#web/data/shop.ts'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '../panel.tsx'

const REFRESH_MS = 30_000

interface VisitsProps {
  days: Parameters<typeof useOverview>[0]
}

/** From visits over carts to orders, each step as a share of the one before, and who is in the shop now. */
export function Visits({ days }: VisitsProps) {
  // The sales have asked for the same figures.
  const query = useOverview(days)
  return (
    <Panel title="From visit to order" intro={<LiveVisitors />}>
      <Loaded query={query} skeleton={<Skeleton className="h-20" />}>
        {(overview) => <Steps overview={overview} />}
      </Loaded>
    </Panel>
  )
}

function Steps({ overview: { visitors, conversion } }: { overview: Overview }) {
  const { shoppers, ordered } = conversion
  const steps = [
    ...(visitors === null ? [] : [{ name: 'Visitors', count: visitors }]),
    { name: 'With a cart', count: shoppers },
    { name: 'Ordered', count: ordered },
  ]
  const most = Math.max(1, ...steps.map(({ count }) => count))
  return (
    <ol className="grid gap-1">
      {steps.map((step, index) => (
        <Step key={step.name} {...step} most={most} before={steps[index - 1]?.count} />
      ))}
    </ol>
  )
}

interface StepProps {
  name: string
  count: number
  most: number
  before: number | undefined
}

function Step({ name, count, most, before }: StepProps) {
  const { locale } = useShop()
  // Carts from before the shop counted visitors can be more than the visitors.
  const share = before !== undefined && before > 0 && count <= before ? count / before : undefined
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_3rem_3rem] items-center gap-3 text-sm">
      <span className="text-quiet">{name}</span>
      <span aria-hidden="true" className="h-4 bg-ground">
        <span className="block h-full bg-accent" style={{ width: `${(100 * count) / most}%` }} />
      </span>
      <span className="text-right tabular">{count.toLocaleString(locale)}</span>
      <span className="text-right text-quiet tabular">
        {share?.toLocaleString(locale, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 })}
      </span>
    </li>
  )
}

function LiveVisitors() {
  const { data } = useQuery({
    ...adminData('GET admin/reports/visitors-now', {}),
    refetchInterval: REFRESH_MS,
  })
  const can = useCan()
  if (!data) return <>Who is in the shop now</>
  if (data.visitors === null) {
    const text = 'Visitors are not counted'
    if (!can('settings')) return text
    return (
      <Link to={dashboardLinks.settings('retention')} className="underline underline-offset-4">
        {text}
      </Link>
    )
  }
  const people = data.visitors === 1 ? '1 person' : `${data.visitors} people`
  return `${people} in the shop in the last ${LIVE_MINUTES} minutes`
}
