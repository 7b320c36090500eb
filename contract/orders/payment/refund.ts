import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { id, text, totalAmount } from '../../fields.ts'
import { orderStatuses } from '../order.ts'
import { MAX_QUANTITY } from '../../cart/max-quantity.ts'

const number = text(20)
  .trim()
  .transform((value) => value.toUpperCase())

/** waiting: the provider or staff have not sent the money yet. */
const refundStatuses = ['waiting', 'done', 'failed'] as const

/** Where the money of a refund goes. */
export const refundTargets = ['original', 'store_credit', 'gift_card'] as const
export type RefundTarget = (typeof refundTargets)[number]

export const refundOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/refund',
  audience: 'staff:orders+refunds',
  takesIdempotencyKey: true,
  summary: 'Refunds an order in part or in full; requires an Idempotency-Key, except for a preview',
  input: z.strictObject({
    number,
    lines: z
      .array(
        z.strictObject({
          position: z.number().int().min(0).max(999).describe('of the line in the order, from 0'),
          quantity: z.number().int().min(1).max(MAX_QUANTITY),
          restock: z.boolean().default(false).describe('whether the items go back on sale'),
        }),
      )
      .max(100)
      .default([]),
    shipping: z.boolean().default(false).describe('also refund what is left of the delivery charge'),
    amount: totalAmount
      .nullish()
      .describe(
        'major units, in addition to lines and delivery: goodwill for the goods, with their tax rates',
      ),
    to: z
      .enum(refundTargets)
      .default('original')
      .describe(
        'original: back the way it was paid, gift cards and store credit last. Or all of it to the store credit of the customer, or to a new gift card, which is emailed',
      ),
    reason: text(500).trim().default('').describe('for staff only'),
    preview: z.boolean().default(false).describe('only calculates'),
  }),
  answer: z.object({
    data: z.object({
      amount: z.number().describe('major units of this refund'),
      left: z.number().describe('major units that can still be refunded afterwards'),
      parts: z
        .array(
          z.object({
            name: z.string().describe('where this part goes'),
            amount: z.number().describe('major units'),
            isManual: z.boolean().describe('staff send it themselves'),
          }),
        )
        .describe('of this refund; empty unless it is a preview'),
      status: z.enum(orderStatuses),
      refund: z.object({ id: z.number().int(), status: z.enum(refundStatuses) }).nullable(),
    }),
  }),
})

export const markRefundSent = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/refunds/:id/done',
  audience: 'staff:orders+refunds',
  summary: 'Marks a refund as sent that staff send themselves, such as a bank transfer',
  input: z.strictObject({ number, id }),
  answer: z.object({}),
})

export const closePayment = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/payments/:id/closed',
  audience: 'staff:orders+refunds',
  summary: 'Closes a payment of unknown state after staff have checked the provider',
  input: z.strictObject({ number, id }),
  answer: z.object({}),
})

export const refundEndpoints = [refundOrder, markRefundSent, closePayment] as const
