import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { day } from '../fields.ts'

const sum = z.number().describe('major units of the shop currency')

/** What the ledger of gift cards, or of store credit, says about a period. `closing` is the sum of all others. */
const creditSums = z.object({
  kind: z.enum(['gift_card', 'store_credit']),
  opening: sum.describe('what the shop owed before the period'),
  issued: sum,
  refunded: sum.describe('money of other payments that was refunded to it'),
  givenBack: sum.describe('what it had paid of orders that were cancelled or refunded'),
  corrected: sum.describe('by staff; may be negative'),
  spent: sum.describe('negative: what orders were paid with it'),
  expired: sum.describe('negative'),
  closing: sum.describe('what the shop owes at the end of the period'),
})
export type CreditSums = z.infer<typeof creditSums>

export const getCreditReport = endpoint({
  method: 'GET',
  path: 'admin/reports/credit',
  audience: 'staff:reports',
  summary: 'What the shop owes on gift cards and store credit, and what has changed it',
  input: z.strictObject({
    from: day.optional().describe('default: 30 days before `to`'),
    to: day.optional().describe('default: today'),
  }),
  answer: z.object({
    data: z.array(creditSums),
    currency: z.string(),
    period: z.object({ from: day, to: day }),
  }),
})
