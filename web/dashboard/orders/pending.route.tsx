import { OrderListPage } from './list/order-list-page.tsx'

export default function PendingOrders() {
  return (
    <OrderListPage
      title="Pending orders"
      intro="Orders awaiting payment or shipment."
      group="pending"
      empty="All caught up: nothing to ship."
    />
  )
}
