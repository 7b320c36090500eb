import { frame, notificationReason, type EmailContent, type EmailInput } from './frame.ts'
import { orderTable, type OrderSummary } from './order-table.ts'

interface OrderNoticeInput extends EmailInput {
  order: OrderSummary
}

/** Notifies staff of a new order. Customer data is in the dashboard only. */
export const orderPlacedEmail = ({ order, ...input }: OrderNoticeInput): EmailContent =>
  frame(input, {
    template: 'order_placed',
    subject: `New order ${order.number}`,
    before: [`An order was placed at ${input.shopName}.`],
    button: 'View order',
    details: orderTable({ ...order, facts: [] }),
    after: [notificationReason],
  })
