import { frame, type EmailContent, type EmailInput, type Paragraph } from './frame.ts'
import { orderTable, type OrderSummary } from './order-table.ts'

/** The kinds of order email. */
export type OrderEmailKind =
  | 'received'
  | 'to_confirm'
  | 'confirmed'
  | 'edited'
  | 'shipped'
  | 'partly_shipped'
  | 'ready'
  | 'delivered'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'message'

/** How the customer gets the order; `counter`: it was handed over as it was bought. */
export type OrderHandover = 'delivery' | 'pick_up' | 'counter'

interface OrderEmail extends EmailInput {
  order: OrderSummary
  /** What is special about this email: payment instructions, tracking, the reason of a cancellation. */
  details: readonly Paragraph[]
  /** Whether a reply reaches the shop. */
  canReply: boolean
  /** By default it is delivered. */
  handover?: OrderHandover
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
  to_confirm: {
    subject: 'Please confirm your order',
    intro: 'Thanks for your order. Open the link above and press “Confirm order”, so that we can send it.',
    after: 'Didn’t you order? Ignore this email, and the order ends by itself.',
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
  ready: {
    subject: 'Your order is ready for pick-up',
    intro: 'Your order is ready. Pick it up whenever we are open.',
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

/** The texts of an order that the customer comes for. */
const textsAtTheShop: Record<Exclude<OrderHandover, 'delivery'>, Partial<typeof texts>> = {
  pick_up: {
    confirmed: {
      subject: 'Your order is confirmed',
      intro: 'Thanks for your order! We’ll email you when it is ready for pick-up.',
      after: 'You can cancel with the link above until it is picked up.',
    },
    delivered: {
      subject: 'You’ve picked up your order',
      intro: 'You’ve picked up your order. We hope you love it.',
      reply: notRight,
    },
  },
  counter: {
    confirmed: {
      subject: 'Thanks for your purchase',
      intro: 'Thanks for your purchase. Here is what you bought.',
      reply: notRight,
    },
  },
}

/** An email about an order. Its link opens the order without an account. */
export function orderEmail(
  kind: OrderEmailKind,
  { order, details, canReply, handover = 'delivery', ...input }: OrderEmail,
): EmailContent {
  const { subject, intro, after, reply } =
    (handover === 'delivery' ? undefined : textsAtTheShop[handover][kind]) ?? texts[kind]
  return frame(input, {
    template: `order_${kind}`,
    subject: `${subject} (${order.number})`,
    before: [intro, ...details],
    button: kind === 'to_confirm' ? 'Confirm your order' : 'View order',
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
