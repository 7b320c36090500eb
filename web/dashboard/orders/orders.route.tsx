import { OrderListPage } from './list/order-list-page.tsx'

export default function Orders() {
  return <OrderListPage title="All orders" empty="New orders will appear here." />
}
