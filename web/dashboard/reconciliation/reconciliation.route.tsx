import type { Reconciliation } from '#contract/reconciliation/reconciliation.ts'
import { useAdminData } from '#web/data/admin/query.ts'
import { useAdminCall } from '#web/data/admin/use-admin-mutation.ts'
import { useShop } from '#web/data/shop.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { Loaded } from '#web/ui/feedback/loaded.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { DashboardPage } from '../dashboard-page.tsx'
import { CheckResult, issuesText } from './check-result.tsx'

/** The results of the integrity checks over orders, payments and stock. */
export default function ReconciliationPage() {
  const query = useAdminData('GET admin/reconciliation', {}, { pollsWhile: ({ isRunning: runs }) => runs })
  // The page shows the progress, so no toast confirms it.
  const request = useAdminCall('POST admin/reconciliation/check', { success: null })
  const isRunning = request.isPending || query.data?.isRunning === true
  return (
    <DashboardPage
      title="Reconciliation"
      actions={
        // Not `disabled`: a disabled button loses the focus.
        <Button
          aria-disabled={isRunning}
          onClick={() => !isRunning && request.mutate({})}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        >
          Check now
        </Button>
      }
    >
      <p className="max-w-prose text-quiet">
        Every night at 3 am all orders, payments and stock are reconciled. Issues are listed here with what to
        do.
      </p>
      <Loaded query={query} skeleton={<Skeleton className="mt-6 h-[44rem]" />}>
        {({ latest, checks }) => (
          <>
            <p role="status" className="mt-4 mb-6 font-medium">
              {isRunning ? 'Checking…' : <Summary latest={latest} />}
            </p>
            <ul className="grid max-w-4xl gap-3">
              {checks.map(({ check, name }) => (
                <CheckResult
                  key={check}
                  name={name}
                  findings={latest?.findings.filter((finding) => finding.check === check)}
                />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </DashboardPage>
  )
}

function Summary({ latest }: Pick<Reconciliation, 'latest'>) {
  const shop = useShop()
  if (!latest?.finishedAt) return 'Not checked yet.'
  const { length: count } = latest.findings
  const orders = latest.orders === 1 ? '1 order' : `${latest.orders} orders`
  return (
    <>
      {count === 0 ? 'Everything matches.' : `${issuesText(count)} found.`}{' '}
      <span className="font-normal text-quiet">
        Checked {orders} on {formatDateTime(latest.finishedAt, shop)}.
      </span>
    </>
  )
}
