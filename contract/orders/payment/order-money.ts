import { z } from 'zod'
import { moment } from '../../fields.ts'

/** One payment attempt, for staff. */
export const orderPayment = z.object({
  id: z.number().int(),
  name: z.string().describe('of the payment method'),
  status: z
    .enum([
      'waiting',
      'authorized',
      'capturing',
      'paid',
      'releasing',
      'captured',
      'released',
      'expired',
      'failed',
      'cancelled',
    ])
    .describe(
      'authorized: reserved. capturing: the provider is taking it. captured, released, expired: the reserve has ended',
    ),
  amount: z.number().describe('major units'),
  reference: z.string().nullable().describe('id at the payment provider'),
  isManual: z.boolean().describe('paid without a provider, so staff send refunds themselves'),
  isUnknown: z.boolean().describe('the order has ended, but it is unknown whether it was paid'),
  at: moment.describe('when it was paid, else when it was started'),
})
export type OrderPayment = z.infer<typeof orderPayment>

/** The payment of an order that is authorised and not all taken yet, for staff. */
export const orderAuthorization = z.object({
  name: z.string().describe('of the payment method'),
  amount: z.number().describe('major units that were authorised'),
  captured: z.number().describe('major units taken of it'),
  left: z.number().describe('major units that can still be taken'),
  expiresAt: moment.nullable().describe('until when it can be taken; null: unknown'),
  isCapturing: z.boolean().describe('it is unknown whether the provider has taken money'),
})

/** A refund, for staff. */
export const orderRefund = z.object({
  id: z.number().int(),
  status: z.enum(['waiting', 'done', 'failed']),
  amount: z.number().describe('major units'),
  reason: z.string(),
  to: z.string().describe('where the money goes: a payment method, a gift card or store credit'),
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
