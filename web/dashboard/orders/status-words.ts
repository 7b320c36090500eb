import type { ResentMailKind } from '#contract/admin-order.ts'
import type { OrderStatus } from '#contract/order.ts'

/** What an order in this state waits for, or what has become of it. */
export const statusWords: Record<OrderStatus, string> = {
  pending: 'Waiting for payment',
  confirmed: 'To be sent',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  returned: 'Returned',
}

/** The mails of an order, as a choice. */
export const mailWords: Record<ResentMailKind, string> = {
  received: 'We have received your order',
  confirmed: 'Your order is confirmed',
  shipped: 'Your order is on its way',
  delivered: 'Your order has arrived',
  cancelled: 'Your order is cancelled',
  returned: 'Your parcel is back with us',
  refunded: 'We have paid you back',
}
