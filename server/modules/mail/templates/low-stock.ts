import { frame, type MailContent, type MailInput } from './frame.ts'

interface LowStockInput extends MailInput {
  /** What is low, each with how many are left: "Mug (Sage): 2 left". */
  low: readonly string[]
}

/** More than these nobody reads in a mail. */
const most = 20

/** To staff who want to know what runs out. */
export const lowStockMail = ({ low, ...input }: LowStockInput): MailContent =>
  frame(input, {
    template: 'stock_low',
    subject: low.length === 1 ? `Low in stock: ${low[0]}` : `${low.length} products are low in stock`,
    before: [
      'This has come down to the mark at which you want to know of it:',
      ...low.slice(0, most),
      ...(low.length > most ? [`And ${low.length - most} more.`] : []),
    ],
    button: 'Look at the stock',
    after: ['You get this because the settings of the dashboard name you under Notifications.'],
  })
