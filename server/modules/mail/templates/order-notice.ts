import { frame, type MailContent, type MailInput } from './frame.ts'
import { orderTable, type OrderInWords } from './order-table.ts'

interface OrderNoticeInput extends MailInput {
  order: OrderInWords
}

/** To staff who want to know of new orders; who has ordered stands in the dashboard. */
export const orderPlacedMail = ({ order, ...input }: OrderNoticeInput): MailContent =>
  frame(input, {
    template: 'order_placed',
    subject: `New order ${order.number}`,
    before: [`An order was placed at ${input.shopName}.`],
    button: 'Open the order',
    details: orderTable({ ...order, facts: [] }),
    after: ['You get this because the settings of the dashboard name you under Notifications.'],
  })
