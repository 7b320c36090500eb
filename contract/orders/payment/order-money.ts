import { z } from 'zod'
import { moment } from '../../fields.ts'

/** One payment attempt, for staff. */
export const orderPayment = z.object({
  id: z.number().int(),
  name: z.string().describe('of the payment method'),
  status: z.enum(['waiting', 'paid', 'failed', 'cancelled']),
  amount: z.number().describe('major units'),
  reference: z.string().nullable().describe('id at the payment provider'),
  isManual: z.boolean().describe('paid without a provider, so staff send refunds themselves'),
  isUnknown: z.boolean().describe('the order has ended, but it is unknown whether it was paid'),
  at: moment.describe('when it was paid, else when it was started'),
})
export type OrderPayment = z.infer<typeof orderPayment>

/** A refund, for staff. */
export const orderRefund = z.object({
  id: z.number().int(),
  status: z.enum(['waiting', 'done', 'failed']),
  amount: z.number().describe('major units'),
  reason: z.string(),
  isManual: z.boolean().describe('staff have to send the money'),
  problem: z.string().nullable().describe('why it is not done yet'),
  who: z.string(),
  at: moment,
})
export type OrderRefund = z.infer<typeof orderRefund>

/** A credit note of an order. */
export const creditNote = z.object({
  serial: z.string().describe('in the path of the document'),
  number: z.string(),
  total: z.number().describe('major units'),
  issuedAt: moment,
})
