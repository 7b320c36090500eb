import { OrderListPage } from './list/order-list-page.tsx'

export default function CompletedOrders() {
  return (
    <OrderListPage
      title="Completed orders"
      intro="Delivered orders."
      group="completed"
      empty="No delivered orders yet."
    />
  )
}
