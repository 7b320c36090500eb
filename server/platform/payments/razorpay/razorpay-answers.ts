import { z } from 'zod'
import { minorUnits } from '../provider-call.ts'

// The parts of Razorpay's answers that the shop reads: https://razorpay.com/docs/api/ (April 2026).

const id = z.string().min(1).max(100)

export const paymentLink = z.object({
  id,
  status: z.enum(['created', 'partially_paid', 'expired', 'cancelled', 'paid']),
  amount: minorUnits,
  amount_paid: minorUnits,
  currency: z.string().length(3),
  reference_id: z.string().nullish(),
  short_url: z.url(),
  order_id: id.nullish(),
  /** The captured ones; null or absent before. */
  payments: z.array(z.object({ payment_id: id, status: z.string() })).nullish(),
})
export type PaymentLink = z.output<typeof paymentLink>

export const paymentLinks = z.object({ payment_links: z.array(paymentLink) })

export const orderPayments = z.object({
  items: z.array(
    z.object({
      id,
      status: z.enum(['created', 'authorized', 'captured', 'refunded', 'failed']),
      amount: minorUnits,
    }),
  ),
})

export const payments = z.object({ items: z.array(z.unknown()) })

export const refund = z.object({
  id,
  status: z.enum(['pending', 'processed', 'failed']),
  receipt: z.string().nullish(),
  /** An empty list stands for no notes. */
  notes: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]).nullish(),
})
export type Refund = z.output<typeof refund>

export const refunds = z.object({ items: z.array(refund) })

export const dispute = z.object({
  id,
  payment_id: id,
  amount: minorUnits,
  currency: z.string().length(3),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
  phase: z.string().nullish(),
  reason_code: z.string().nullish(),
  respond_by: z.number().int().nullish(),
})

const entity = z.object({ entity: z.object({ id }) }).optional()

export const event = z.object({
  event: z.string().min(1).max(100),
  payload: z.object({ payment_link: entity, refund: entity, dispute: entity }),
})

const failure = z.object({ error: z.object({ code: z.string(), description: z.string().min(1) }) })

/** Razorpay's sentence about a request that it refuses; undefined if the answer has another form. */
export const refusalOf = (body: unknown): string | undefined =>
  failure.safeParse(body).data?.error.description
