import { DashboardPage } from '../dashboard-page.tsx'
import { OrderTable } from './order-table.tsx'

/** What has arrived. */
export default function CompletedOrders() {
  return (
    <DashboardPage title="Completed orders">
      <p className="mb-6 max-w-prose text-quiet">Orders that have arrived.</p>
      <OrderTable caption="Completed orders" group="completed" empty="Nothing has arrived yet." />
    </DashboardPage>
  )
}
