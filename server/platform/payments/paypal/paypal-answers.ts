import { z } from 'zod'

// The parts of PayPal's answers that the shop reads: Orders v2.13, Payments v2.5, Webhooks v1.11 and Disputes v1.10 of
// https://github.com/paypal/paypal-rest-api-specifications (February 2024), and https://developer.paypal.com/api/rest/ (2026).

const id = z.string().min(1).max(100)

const money = z.object({ currency_code: z.string().length(3), value: z.string().max(32) })

export const token = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  app_id: z.string().optional(),
})

const related = z.object({ related_ids: z.object({ order_id: id.optional() }).optional() }).optional()

export const capture = z.object({
  id,
  status: z.enum(['COMPLETED', 'DECLINED', 'PARTIALLY_REFUNDED', 'PENDING', 'REFUNDED', 'FAILED']),
  amount: money,
  /** The key of the capture of an authorisation. */
  invoice_id: z.string().optional(),
  supplementary_data: related,
})
export type Capture = z.output<typeof capture>

export const authorization = z.object({
  id,
  status: z.enum(['CREATED', 'CAPTURED', 'DENIED', 'PARTIALLY_CAPTURED', 'VOIDED', 'PENDING']),
  amount: money,
  expiration_time: z.iso.datetime({ offset: true }).optional(),
})
export type Authorization = z.output<typeof authorization>

export const refund = z.object({
  id,
  status: z.enum(['CANCELLED', 'FAILED', 'PENDING', 'COMPLETED']),
  status_details: z.object({ reason: z.string().optional() }).optional(),
  custom_id: z.string().optional(),
})
export type Refund = z.output<typeof refund>

export const order = z.object({
  id,
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'VOIDED', 'COMPLETED', 'PAYER_ACTION_REQUIRED']),
  intent: z.enum(['CAPTURE', 'AUTHORIZE']).optional(),
  update_time: z.string().optional(),
  links: z.array(z.object({ href: z.url(), rel: z.string() })).optional(),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            authorizations: z.array(authorization).optional(),
            captures: z.array(capture).optional(),
            refunds: z.array(refund).optional(),
          })
          .optional(),
      }),
    )
    .min(1),
})
export type Order = z.output<typeof order>

export const dispute = z.object({
  dispute_id: id,
  disputed_transactions: z.array(z.object({ seller_transaction_id: id.optional() })).optional(),
  reason: z.string().optional(),
  status: z.enum([
    'OPEN',
    'WAITING_FOR_BUYER_RESPONSE',
    'WAITING_FOR_SELLER_RESPONSE',
    'UNDER_REVIEW',
    'RESOLVED',
    'OTHER',
  ]),
  dispute_amount: money,
  dispute_outcome: z.object({ outcome_code: z.string() }).optional(),
  seller_response_due_date: z.string().optional(),
})

export const webhook = z.object({ id })

export const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

export const event = z.object({
  id,
  event_type: z.string().min(1).max(100),
  resource: z.object({ id: id.optional(), dispute_id: id.optional(), supplementary_data: related }),
})

const failure = z.object({
  name: z.string(),
  message: z.string().min(1),
  details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
})

/** PayPal's sentence about a request that it refuses; undefined if the answer has another form. */
export function refusalOf(body: unknown): string | undefined {
  const { message, details } = failure.safeParse(body).data ?? {}
  return details?.[0]?.description ?? message
}

/** The reason of a refusal as a code: `INSTRUMENT_DECLINED`. */
export function issueOf(body: unknown): string | undefined {
  const { name, details } = failure.safeParse(body).data ?? {}
  return details?.[0]?.issue ?? name
}
