import { frame, type MailContent, type MailInput, type Paragraph } from './frame.ts'
import { orderTable, type OrderInWords } from './order-table.ts'

/** What a customer is told about an order. */
export type OrderMailKind =
  | 'received'
  | 'confirmed'
  | 'shipped'
  | 'delivered'
  | 'cancelled'
  | 'refunded'
  | 'returned'
  | 'message'

interface OrderMail extends MailInput {
  order: OrderInWords
  /** What this mail is about beside that: how to pay, where the parcel is, why it was cancelled. */
  more: readonly Paragraph[]
}

const words: Record<OrderMailKind, { subject: string; first: string; after: string }> = {
  received: {
    subject: 'We have received your order',
    first: 'Thank you for your order. We keep it for you until your payment has arrived.',
    after: 'You can follow or cancel your order at any time with the button.',
  },
  confirmed: {
    subject: 'Your order is confirmed',
    first: 'Thank you for your order. We will tell you when it is on its way.',
    after: 'Until it is shipped you can cancel it with the button.',
  },
  shipped: {
    subject: 'Your order is on its way',
    first: 'Your parcel has left our house.',
    after: 'Something is not right? Just answer this mail.',
  },
  delivered: {
    subject: 'Your order has arrived',
    first: 'Your parcel was delivered. We hope that you like what is in it.',
    after: 'Something is not right? Just answer this mail.',
  },
  cancelled: {
    subject: 'Your order is cancelled',
    first: 'Your order was cancelled.',
    after: 'You can order again at any time.',
  },
  refunded: {
    subject: 'We have paid you back',
    first: 'We have sent your money back. It can take some days until you see it.',
    after: 'Something is not right? Just answer this mail.',
  },
  returned: {
    subject: 'Your parcel is back with us',
    first: 'The parcel of your order has come back to us.',
    after:
      'Where money goes back to you, we write again as soon as it is on its way. Something is not right? Just answer this mail.',
  },
  message: {
    subject: 'A message about your order',
    first: 'We have something to tell you about your order:',
    after: 'You can answer this mail.',
  },
}

/** About an order; the link opens it without an account. */
export const orderMail = (kind: OrderMailKind, { order, more, ...input }: OrderMail): MailContent =>
  frame(input, {
    template: `order_${kind}`,
    subject: `${words[kind].subject} (${order.number})`,
    before: [words[kind].first, ...more],
    button: 'Open my order',
    details: orderTable(order),
    after: [words[kind].after],
  })
