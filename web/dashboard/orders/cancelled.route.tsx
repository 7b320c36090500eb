import { OrderListPage } from './list/order-list-page.tsx'

export default function CancelledOrders() {
  return (
    <OrderListPage
      title="Cancelled orders"
      intro="Cancelled, refunded and returned orders."
      group="cancelled"
      empty="No cancelled, refunded or returned orders so far."
    />
  )
}
