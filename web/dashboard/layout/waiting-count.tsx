import { dashboardLinks } from '#contract/dashboard-links.ts'
import { useAdminComments } from '#web/data/admin/comments.ts'
import { useStock } from '#web/data/admin/catalog/stock.ts'
import { useAdminOrders } from '#web/data/admin/orders.ts'
import { useAdminReturns } from '#web/data/admin/returns.ts'

// The same queries as the tasks of the overview, so that both share one answer.
const counts: Partial<Record<string, () => React.ReactNode>> = {
  [dashboardLinks.pendingOrders()]: function Orders() {
    return <Count query={useAdminOrders({ status: 'confirmed', hold: 'off', limit: 1 })} what="to ship" />
  },
  [dashboardLinks.returns()]: function Returns() {
    return <Count query={useAdminReturns({ state: 'requested', limit: 1 })} what="to answer" />
  },
  [dashboardLinks.comments()]: function Comments() {
    const query = useAdminComments({ status: 'visible', answered: 'false', limit: 1 })
    return <Count query={query} what="to answer" />
  },
  [dashboardLinks.stock()]: function Stock() {
    return <Count query={useStock({ level: 'low', limit: 1 })} what="low" />
  },
}

/** How many records wait behind an entry of the sidebar. Nothing for entries without tasks. */
export function WaitingCount({ path }: { path: string }) {
  const Waiting = counts[path]
  return Waiting && <Waiting />
}

function Count({ query, what }: { query: { data: { total: number } | undefined }; what: string }) {
  const total = query.data?.total ?? 0
  if (total === 0) return null
  return (
    <span className="ml-auto rounded-full bg-accent/12 px-2 text-sm font-medium text-accent tabular">
      {total}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
