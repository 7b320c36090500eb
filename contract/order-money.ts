import { z } from 'zod'
import { moment } from './fields.ts'

/** One attempt to be paid, as staff sees it. */
export const orderPayment = z.object({
  id: z.number().int(),
  name: z.string().describe('of the way to pay'),
  status: z.enum(['waiting', 'paid', 'failed', 'cancelled']),
  amount: z.number().describe('major units'),
  reference: z.string().nullable().describe('what the provider calls it'),
  byHand: z.boolean().describe('no provider has the money: it is paid back by the shop itself'),
  isUnknown: z.boolean().describe('the order has ended, and nobody knows whether it was paid'),
  at: moment.describe('when it was paid, else when it was begun'),
})
export type OrderPayment = z.infer<typeof orderPayment>

/** Money that goes back, as staff sees it. */
export const orderRefund = z.object({
  id: z.number().int(),
  status: z.enum(['waiting', 'done', 'failed']),
  amount: z.number().describe('major units'),
  reason: z.string(),
  byHand: z.boolean().describe('waits for somebody of the shop to pay it back'),
  problem: z.string().nullable().describe('why it has not gone through yet'),
  who: z.string(),
  at: moment,
})
export type OrderRefund = z.infer<typeof orderRefund>
