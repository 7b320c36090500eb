import { DashboardPage } from '../dashboard-page.tsx'
import { OrderTable } from './order-table.tsx'

/** What is still to be sent. */
export default function PendingOrders() {
  return (
    <DashboardPage title="Pending orders">
      <p className="mb-6 max-w-prose text-quiet">
        What is still to be sent: orders that wait for their payment, and those that are paid, or are paid at
        the door, and wait for you.
      </p>
      <OrderTable caption="Pending orders" group="pending" empty="Nothing waits to be sent." />
    </DashboardPage>
  )
}
