import { frame, type EmailContent, type EmailInput, type Paragraph } from './frame.ts'
import { orderTable, type OrderSummary } from './order-table.ts'

/** The kinds of order email. */
export type OrderEmailKind =
  | 'received'
  | 'confirmed'
  | 'edited'
  | 'shipped'
  | 'partly_shipped'
  | 'delivered'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'message'

interface OrderEmail extends EmailInput {
  order: OrderSummary
  /** What is special about this email: payment instructions, tracking, the reason of a cancellation. */
  details: readonly Paragraph[]
  /** Whether a reply reaches the shop. */
  canReply: boolean
}

interface OrderTexts {
  subject: string
  intro: string
  after?: string
  /** Shown if a reply reaches the shop. */
  reply?: string
}

const notRight = 'Something not right? Just reply to this email.'

const texts: Record<OrderEmailKind, OrderTexts> = {
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
  edited: {
    subject: 'Your order has changed',
    intro: 'We’ve changed your order. Here it is as it stands now.',
    reply: notRight,
  },
  shipped: {
    subject: 'Your order is on its way',
    intro: 'Your order has shipped.',
    reply: notRight,
  },
  partly_shipped: {
    subject: 'Part of your order is on its way',
    intro: 'Part of your order has shipped. The rest follows separately.',
    reply: notRight,
  },
  delivered: {
    subject: 'Your order was delivered',
    intro: 'Your order was delivered. We hope you love it.',
    reply: notRight,
  },
  cancelled: {
    subject: 'Your order was cancelled',
    intro: 'Your order was cancelled.',
    after: 'Changed your mind? You can order again anytime.',
  },
  refunded: {
    subject: 'Your refund is on its way',
    intro: 'We’ve issued your refund. It may take a few days to appear.',
    reply: notRight,
  },
  returned: {
    subject: 'We received your return',
    intro: 'Your order has been returned to us.',
    after: 'If you’re due a refund, we’ll email you when we send it.',
    reply: notRight,
  },
  message: {
    subject: 'A message about your order',
    intro: 'Here’s a message about your order:',
    reply: 'You can reply to this email.',
  },
}

/** An email about an order. Its link opens the order without an account. */
export function orderEmail(
  kind: OrderEmailKind,
  { order, details, canReply, ...input }: OrderEmail,
): EmailContent {
  const { subject, intro, after, reply } = texts[kind]
  return frame(input, {
    template: `order_${kind}`,
    subject: `${subject} (${order.number})`,
    before: [intro, ...details],
    button: 'View order',
    details: orderTable(order),
    after: [after, canReply ? reply : undefined].filter((sentence) => sentence !== undefined),
  })
}

/** Sent instead of an answer when many people search for orders of one address. */
export const orderLinkEmail = (input: EmailInput): EmailContent =>
  frame(input, {
    template: 'order_link',
    subject: `The link to your order from ${input.shopName}`,
    before: ['Someone searched for your order with its number and your email.', 'This link opens it:'],
    button: 'View order',
    after: ['Wasn’t it you? Ignore this email: only you have received the link.'],
  })
