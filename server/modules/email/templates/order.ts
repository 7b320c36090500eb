import { frame, type EmailContent, type EmailInput, type Paragraph } from './frame.ts'
import { orderTable, type OrderSummary } from './order-table.ts'

/** The kinds of order email. */
export type OrderEmailKind =
  | 'received'
  | 'confirmed'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'message'

interface OrderEmail extends EmailInput {
  order: OrderSummary
  /** What is special about this email: payment instructions, tracking, the reason of a cancellation. */
  details: readonly Paragraph[]
}

const texts: Record<OrderEmailKind, { subject: string; intro: string; after: string }> = {
  received: {
    subject: 'We’ve received your order',
    intro: 'Thanks for your order. We’ll hold it until your payment arrives.',
    after: 'Track or cancel your order anytime with the link above.',
  },
  confirmed: {
    subject: 'Your order is confirmed',
    intro: 'Thanks for your order! We’ll email you when it ships.',
    after: 'You can cancel with the link above until it ships.',
  },
  shipped: {
    subject: 'Your order is on its way',
    intro: 'Your order has shipped.',
    after: 'Something not right? Just reply to this email.',
  },
  delivered: {
    subject: 'Your order was delivered',
    intro: 'Your order was delivered. We hope you love it.',
    after: 'Something not right? Just reply to this email.',
  },
  cancelled: {
    subject: 'Your order was cancelled',
    intro: 'Your order was cancelled.',
    after: 'Changed your mind? You can order again anytime.',
  },
  refunded: {
    subject: 'Your refund is on its way',
    intro: 'We’ve issued your refund. It may take a few days to appear.',
    after: 'Something not right? Just reply to this email.',
  },
  returned: {
    subject: 'We received your return',
    intro: 'Your order has been returned to us.',
    after:
      'If you’re due a refund, we’ll email you when we send it. Something not right? Just reply to this email.',
  },
  message: {
    subject: 'A message about your order',
    intro: 'Here’s a message about your order:',
    after: 'You can reply to this email.',
  },
}

/** An email about an order. Its link opens the order without an account. */
export const orderEmail = (kind: OrderEmailKind, { order, details, ...input }: OrderEmail): EmailContent =>
  frame(input, {
    template: `order_${kind}`,
    subject: `${texts[kind].subject} (${order.number})`,
    before: [texts[kind].intro, ...details],
    button: 'View order',
    details: orderTable(order),
    after: [texts[kind].after],
  })
