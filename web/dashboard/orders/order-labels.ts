import type { ResentEmailKind } from '#contract/orders/order-emails.ts'
import type { OrderStatus } from '#contract/orders/order.ts'

export const orderStatusLabels: Record<OrderStatus, string> = {
  pending: 'Awaiting payment',
  confirmed: 'To ship',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded',
  returned: 'Returned',
}

/** The emails that staff can resend. */
export const orderEmailLabels: Record<ResentEmailKind, string> = {
  to_confirm: 'Link to confirm the order',
  received: 'We received your order',
  confirmed: 'Your order is confirmed',
  shipped: 'Your order has shipped',
  ready: 'Your order is ready for pick-up',
  delivered: 'Your order was delivered',
  cancelled: 'Your order was cancelled',
  returned: 'We received your return',
  refunded: 'Your refund',
}

/** "1 order", "20 orders". */
export const ordersText = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)
