import { useAdminList } from '#web/data/admin/query.ts'
import { dashboardLinks } from '#contract/dashboard-links.ts'

// The same queries as the tasks of the overview, so that both share one answer.
const counts: Partial<Record<string, () => React.ReactNode>> = {
  [dashboardLinks.pendingOrders()]: OrdersToShip,
  [dashboardLinks.packing()]: OrdersToShip,
  [dashboardLinks.returns()]: function Returns() {
    return (
      <Count query={useAdminList('GET admin/returns', { state: 'requested', limit: 1 })} what="to answer" />
    )
  },
  [dashboardLinks.comments()]: function Comments() {
    const query = useAdminList('GET admin/comments', { status: 'visible', answered: 'false', limit: 1 })
    return <Count query={query} what="to answer" />
  },
  [dashboardLinks.stock()]: function Stock() {
    return <Count query={useAdminList('GET admin/stock', { level: 'low', limit: 1 })} what="low" />
  },
}

function OrdersToShip() {
  return (
    <Count
      query={useAdminList('GET admin/orders', { status: 'confirmed', hold: 'off', due: 'off', limit: 1 })}
      what="to ship"
    />
  )
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
