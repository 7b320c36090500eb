import type { Health, HealthCheck } from '#contract/health/health.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Icon, type IconName } from '#web/ui/icon.tsx'
import { DashboardPage } from '../dashboard-page.tsx'

/** Tells the owner what is wrong with the shop, and what to do about it. */
export default function HealthPage() {
  const query = useAdminData('GET admin/health', {}, { staleTime: 0 })
  return (
    <DashboardPage
      title="Health"
      actions={
        // Not `disabled`: a disabled button loses the focus.
        <Button
          aria-disabled={query.isFetching}
          onClick={() => !query.isFetching && void query.refetch()}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        >
          Check again
        </Button>
      }
    >
      <p className="max-w-prose text-quiet">
        The settings of the shop and the services that it needs, checked now. The command npm run doctor
        prints the same.
      </p>
      <Loaded query={query} skeleton={<Skeleton className="mt-6 h-[40rem]" />}>
        {(health) => (
          <>
            <p role="status" className="mt-4 mb-6 font-medium">
              {query.isFetching ? 'Checking…' : <Summary {...health} />}
            </p>
            <ul aria-label="Checks" className="grid max-w-4xl gap-3">
              {worstFirst(health.checks).map((check) => (
                <CheckItem key={check.name} {...check} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

const states: Record<HealthCheck['state'], { label: string; icon: IconName; color: string; border: string }> =
  {
    problem: { label: 'Problem', icon: 'alert', color: 'text-danger', border: 'border-danger' },
    warning: { label: 'Recommended', icon: 'alert', color: 'text-warning', border: 'border-warning' },
    unknown: { label: 'Not known', icon: 'minus', color: 'text-quiet', border: 'border-line' },
    ok: { label: 'OK', icon: 'check', color: 'text-success', border: 'border-line' },
  }
const order = Object.keys(states)
const worstFirst = (checks: readonly HealthCheck[]) =>
  checks.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))

function CheckItem({ name, state, finding, action }: HealthCheck) {
  const { label, icon, color, border } = states[state]
  return (
    <li className={`flex gap-3 rounded-xs border bg-card p-4 ${border}`}>
      <Icon name={icon} className={`size-6 shrink-0 ${color}`} />
      <div className="min-w-0 wrap-anywhere">
        <p className="flex flex-wrap gap-x-3">
          <span className="font-medium">{name}</span>
          <span className="text-quiet">{label}</span>
        </p>
        <p className="mt-1">{finding}</p>
        {action !== null && <p className="mt-1 text-quiet">{action}</p>}
      </div>
    </li>
  )
}

function Summary({ checks, checkedAt }: Health) {
  const shop = useShop()
  const count = (wanted: HealthCheck['state']) => checks.filter(({ state }) => state === wanted).length
  const problems = count('problem')
  const warnings = count('warning')
  return (
    <>
      {problems === 0 && warnings === 0 && 'Everything works. '}
      {problems > 0 && `${problems === 1 ? '1 problem' : `${problems} problems`}. `}
      {warnings > 0 && `${warnings === 1 ? '1 recommendation' : `${warnings} recommendations`}. `}
      <span className="font-normal text-quiet">Checked at {formatDateTime(checkedAt, shop)}.</span>
    </>
  )
}
