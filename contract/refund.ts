import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amount, id, text } from './fields.ts'
import { orderStatuses } from './order.ts'

const number = text(20)
  .trim()
  .transform((value) => value.toUpperCase())

/** waiting: the provider, or somebody of the shop, has yet to pay it back. */
export const refundStatuses = ['waiting', 'done', 'failed'] as const

export const refundOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/refund',
  audience: 'staff:orders',
  summary: 'Pays back an order in part or whole; needs an Idempotency-Key, unless it is a preview',
  input: z.strictObject({
    number,
    lines: z
      .array(
        z.strictObject({
          position: z.number().int().min(0).max(999).describe('of the line in the order, from 0'),
          quantity: z.number().int().min(1).max(999),
          restock: z.boolean().default(false).describe('whether the pieces are for sale again'),
        }),
      )
      .max(100)
      .default([]),
    shipping: z.boolean().default(false).describe('what is left of the cost of delivery'),
    amount: amount.nullish().describe('major units, beyond lines and delivery'),
    reason: text(500).trim().default('').describe('for the shop alone'),
    preview: z.boolean().default(false).describe('computes, and changes nothing'),
  }),
  answer: z.object({
    data: z.object({
      amount: z.number().describe('major units that are paid back'),
      left: z.number().describe('major units that could be paid back after this'),
      status: z.enum(orderStatuses),
      refund: z.object({ id: z.number().int(), status: z.enum(refundStatuses) }).nullable(),
    }),
  }),
})

export const settleRefund = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/refunds/:id/done',
  audience: 'staff:orders',
  summary: 'Money that nobody but the shop itself can pay back, such as a transfer, has been paid back',
  input: z.strictObject({ number, id }),
  answer: z.object({}),
})

export const closePayment = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/payments/:id/closed',
  audience: 'staff:orders',
  summary:
    'Somebody has looked at the provider of a payment that cannot be asked: nothing of it is left there',
  input: z.strictObject({ number, id }),
  answer: z.object({}),
})

export const refundEndpoints = [refundOrder, settleRefund, closePayment]
