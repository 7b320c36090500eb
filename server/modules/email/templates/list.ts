import { emailChangeEmail, passwordChangedEmail, resetEmail, welcomeEmail } from './account.ts'
import type { EmailContent, EmailInput } from './frame.ts'
import { exampleGiftCard } from './gift-card.ts'
import { exampleOrderEmail } from './order-example.ts'
import { orderLinkEmail } from './order.ts'
import { exampleReviewRequest } from './review-request.ts'
import { exampleReturnEmail } from './return.ts'

interface Template {
  template: string
  name: string
  /** Who receives it, and when. */
  when: string
  render(input: EmailInput & { canReply: boolean }): EmailContent
}

/** The kinds of email to customers, as the dashboard lists them. */
export const templates: readonly Template[] = [
  {
    template: 'welcome',
    name: 'Welcome',
    when: 'To new customers, with a link to confirm their email.',
    render: welcomeEmail,
  },
  {
    template: 'reset',
    name: 'Password reset',
    when: 'To customers who forgot their password. The link works once within 30 minutes.',
    render: resetEmail,
  },
  {
    template: 'password_changed',
    name: 'Password changed',
    when: 'After a password change, in case someone else made it.',
    render: passwordChangedEmail,
  },
  {
    template: 'email_change',
    name: 'New email address',
    when: 'To the new email of an account, with a link to confirm it.',
    render: emailChangeEmail,
  },
  {
    template: 'order_received',
    name: 'Order received',
    when: 'When an order is awaiting a bank transfer, with payment instructions.',
    render: exampleOrderEmail('received'),
  },
  {
    template: 'order_to_confirm',
    name: 'Order to confirm',
    when: 'When a customer has to confirm a cash order before it counts, with the link.',
    render: exampleOrderEmail('to_confirm'),
  },
  {
    template: 'order_confirmed',
    name: 'Order confirmed',
    when: 'When an order is paid or will be paid on delivery.',
    render: exampleOrderEmail('confirmed'),
  },
  {
    template: 'order_link',
    name: 'Link to an order',
    when: 'When an order is searched for after too many searches with the same email.',
    render: orderLinkEmail,
  },
  {
    template: 'order_edited',
    name: 'Order changed',
    when: 'When staff change the items of an order.',
    render: exampleOrderEmail('edited'),
  },
  {
    template: 'order_shipped',
    name: 'Order shipped',
    when: 'When an order ships, with tracking and the invoice.',
    render: exampleOrderEmail('shipped'),
  },
  {
    template: 'order_partly_shipped',
    name: 'Part of an order shipped',
    when: 'When some items of an order ship before the others.',
    render: exampleOrderEmail('partly_shipped'),
  },
  {
    template: 'order_ready',
    name: 'Ready for pick-up',
    when: 'When staff mark an order that is picked up as ready.',
    render: exampleOrderEmail('ready'),
  },
  {
    template: 'order_delivered',
    name: 'Order delivered',
    when: 'When an order is delivered.',
    render: exampleOrderEmail('delivered'),
  },
  {
    template: 'order_cancelled',
    name: 'Order cancelled',
    when: 'When an order is cancelled, with the reason.',
    render: exampleOrderEmail('cancelled'),
  },
  {
    template: 'order_refunded',
    name: 'Refund',
    when: 'When a refund is issued.',
    render: exampleOrderEmail('refunded'),
  },
  {
    template: 'order_returned',
    name: 'Order returned',
    when: 'When staff mark an order as returned, with the reason.',
    render: exampleOrderEmail('returned'),
  },
  {
    template: 'return_requested',
    name: 'Return requested',
    when: 'When a customer asks to send items back.',
    render: exampleReturnEmail('return_requested'),
  },
  {
    template: 'return_approved',
    name: 'Return approved',
    when: 'When you approve a return, with your instructions.',
    render: exampleReturnEmail('return_approved'),
  },
  {
    template: 'return_refused',
    name: 'Return refused',
    when: 'When you refuse a return, with the reason.',
    render: exampleReturnEmail('return_refused'),
  },
  {
    template: 'withdrawal_received',
    name: 'Withdrawal received',
    when: 'When a customer withdraws from an order. It is the receipt that EU law asks for.',
    render: exampleReturnEmail('withdrawal_received'),
  },
  {
    template: 'withdrawal_closed',
    name: 'Withdrawal closed',
    when: 'When you release an order from hold and close its withdrawal, with the reason.',
    render: exampleReturnEmail('withdrawal_closed'),
  },
  {
    template: 'review_request',
    name: 'Comment request',
    when: 'Some days after delivery, once for each order. Settings › Comment requests sets the days.',
    render: exampleReviewRequest,
  },
  {
    template: 'order_message',
    name: 'Message about an order',
    when: 'When staff send the customer a message from an order.',
    render: exampleOrderEmail('message'),
  },
  {
    template: 'gift_card',
    name: 'Gift card',
    when: 'To the recipient of a gift card, on the chosen day. The text is deleted once it is sent.',
    render: exampleGiftCard,
  },
]
