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

interface CommentNoticeInput extends EmailInput {
  productName: string
}

/** Notifies staff of a new comment. Its text is in the dashboard only, because it may be abusive. */
export const commentPostedEmail = ({ productName, ...input }: CommentNoticeInput): EmailContent =>
  frame(input, {
    template: 'comment_posted',
    subject: `New comment at ${input.shopName}`,
    before: [`There’s a new comment on ${productName}. You can reply to it or hide it:`],
    button: 'View comment',
    after: [notificationReason],
  })

/** Notifies staff of a reported comment. */
export const commentReportedEmail = ({ productName, ...input }: CommentNoticeInput): EmailContent =>
  frame(input, {
    template: 'comment_reported',
    subject: `Reported comment at ${input.shopName}`,
    before: [`A comment on ${productName} was reported. Please review it:`],
    button: 'Review comment',
    after: [notificationReason],
  })

interface LowStockInput extends EmailInput {
  /** A line for each variant: "Mug (Sage): 2 left". */
  low: readonly string[]
}

const MAX_LOW_STOCK_LINES = 20

/** Notifies staff of variants at their low-stock threshold. */
export const lowStockEmail = ({ low, ...input }: LowStockInput): EmailContent =>
  frame(input, {
    template: 'stock_low',
    subject: low.length === 1 ? `Low stock: ${low[0]}` : `${low.length} products are low on stock`,
    before: [
      'These products have reached their low-stock threshold:',
      ...low.slice(0, MAX_LOW_STOCK_LINES),
      ...(low.length > MAX_LOW_STOCK_LINES ? [`And ${low.length - MAX_LOW_STOCK_LINES} more.`] : []),
    ],
    button: 'View stock',
    after: [notificationReason],
  })
