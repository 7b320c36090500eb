import { DashboardPage } from '../dashboard-page.tsx'
import { OrderTable } from './order-table.tsx'

/** Every order of the shop. */
export default function Orders() {
  return (
    <DashboardPage title="All orders">
      <p className="mb-6 max-w-prose text-quiet">Every order, whatever has become of it.</p>
      <OrderTable caption="All orders" empty="As soon as somebody orders, it stands here." />
    </DashboardPage>
  )
}
