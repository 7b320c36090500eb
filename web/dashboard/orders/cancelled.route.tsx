import { DashboardPage } from '../dashboard-page.tsx'
import { OrderTable } from './order-table.tsx'

/** What has come to nothing. */
export default function CancelledOrders() {
  return (
    <DashboardPage title="Cancelled orders">
      <p className="mb-6 max-w-prose text-quiet">Orders that were cancelled, paid back or returned.</p>
      <OrderTable
        caption="Cancelled orders"
        group="cancelled"
        empty="Nothing was cancelled, paid back or returned."
      />
    </DashboardPage>
  )
}
