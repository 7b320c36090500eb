import type { OrderStatus } from '#contract/order.ts'

/** What has become of an order, for who ordered. */
export const statusWords: Record<OrderStatus, string> = {
  pending: 'Waiting for your payment',
  confirmed: 'Confirmed',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Paid back',
  returned: 'Returned',
}
