import { emailChangeMail } from './email-change.ts'
import type { MailContent, MailInput } from './frame.ts'
import { exampleOrderMail } from './order-example.ts'
import { passwordChangedMail } from './password-changed.ts'
import { resetMail } from './reset.ts'
import { welcomeMail } from './welcome.ts'

interface Template {
  template: string
  name: string
  /** Who gets it, and when. */
  when: string
  make(input: MailInput): MailContent
}

/** Every kind of mail that goes to customers, as the dashboard lists them. */
export const templates: readonly Template[] = [
  {
    template: 'welcome',
    name: 'Welcome',
    when: 'To a new customer, with the link that confirms the address.',
    make: welcomeMail,
  },
  {
    template: 'reset',
    name: 'New password',
    when: 'To who has forgotten the password, with a link that works once within 30 minutes.',
    make: resetMail,
  },
  {
    template: 'password_changed',
    name: 'Password changed',
    when: 'After a password was changed, in case it was somebody else.',
    make: passwordChangedMail,
  },
  {
    template: 'email_change',
    name: 'New e-mail address',
    when: 'To the new address of an account, with the link that confirms it.',
    make: emailChangeMail,
  },
  {
    template: 'order_received',
    name: 'Order received',
    when: 'When an order waits for a bank transfer, with how to pay.',
    make: exampleOrderMail('received'),
  },
  {
    template: 'order_confirmed',
    name: 'Order confirmed',
    when: 'When an order is paid, or is to be paid at the door.',
    make: exampleOrderMail('confirmed'),
  },
  {
    template: 'order_shipped',
    name: 'Order shipped',
    when: 'When the parcel has left the house, with how to follow it and the invoice.',
    make: exampleOrderMail('shipped'),
  },
  {
    template: 'order_delivered',
    name: 'Order delivered',
    when: 'When the parcel has arrived.',
    make: exampleOrderMail('delivered'),
  },
  {
    template: 'order_cancelled',
    name: 'Order cancelled',
    when: 'When an order was cancelled, by whom ever, with the reason.',
    make: exampleOrderMail('cancelled'),
  },
  {
    template: 'order_refunded',
    name: 'Money paid back',
    when: 'For every refund, when the money is on its way.',
    make: exampleOrderMail('refunded'),
  },
  {
    template: 'order_returned',
    name: 'Parcel came back',
    when: 'When staff take a parcel back, with the reason.',
    make: exampleOrderMail('returned'),
  },
  {
    template: 'order_message',
    name: 'Message about an order',
    when: 'When staff write to the customer from an order.',
    make: exampleOrderMail('message'),
  },
]
