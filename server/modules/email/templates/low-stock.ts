import { frame, notificationReason, type EmailContent, type EmailInput } from './frame.ts'

interface LowStockInput extends EmailInput {
  /** A line for each variant: "Mug (Sage): 2 left". */
  low: readonly string[]
}

const MAX_LINES = 20

/** Notifies staff of variants at their low-stock threshold. */
export const lowStockEmail = ({ low, ...input }: LowStockInput): EmailContent =>
  frame(input, {
    template: 'stock_low',
    subject: low.length === 1 ? `Low stock: ${low[0]}` : `${low.length} products are low on stock`,
    before: [
      'These products have reached their low-stock threshold:',
      ...low.slice(0, MAX_LINES),
      ...(low.length > MAX_LINES ? [`And ${low.length - MAX_LINES} more.`] : []),
    ],
    button: 'View stock',
    after: [notificationReason],
  })
