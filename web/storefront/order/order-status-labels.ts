import type { OrderStatus } from '#contract/orders/order.ts'

/** The order status as customers read it. */
export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Awaiting payment',
  confirmed: 'Confirmed',
  shipped: 'On its way',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  returned: 'Returned',
}
