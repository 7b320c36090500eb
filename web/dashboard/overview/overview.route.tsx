import { useCan } from '#web/data/account/permission.ts'
import { useSession } from '#web/data/account/session.ts'
import { DashboardPage } from '../dashboard-page.tsx'
import { BestSellers } from './best-sellers.tsx'
import { LatestOrders } from './latest-orders.tsx'
import { LowStock } from './low-stock.tsx'
import { SalesOverview, useSalesPeriod } from './sales-overview.tsx'
import { Visits } from './visits.tsx'
import { ToDoList } from './to-do-list.tsx'

/** The start page: what is to do now, and how the shop is doing. */
export default function Overview() {
  const { data: user } = useSession()
  const can = useCan()
  const { period, setPeriod } = useSalesPeriod()
  return (
    <DashboardPage title="Dashboard">
      {user && user.permissions.length === 0 && (
        <p className="max-w-prose text-quiet">Your role opens no pages yet. Ask the owner of the shop.</p>
      )}
      {/* On a phone one below the other, in the order of what staff need first. */}
      <div className="grid items-start gap-4 lg:grid-cols-3 lg:grid-rows-[auto_auto_1fr]">
        <ToDoList />
        {can('reports') && (
          <div className="min-w-0 lg:col-span-2 lg:row-span-2">
            <SalesOverview period={period} onPeriod={setPeriod} />
          </div>
        )}
        {(can('orders') || can('reports')) && (
          <div className="grid min-w-0 gap-4 lg:row-span-2">
            {can('reports') && <Visits days={period.days} />}
            {can('orders') && <LatestOrders />}
          </div>
        )}
        {can('reports') && <BestSellers days={period.days} />}
        {can('catalog') && <LowStock />}
      </div>
    </DashboardPage>
  )
}
