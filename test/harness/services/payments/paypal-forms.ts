import { z } from 'zod'

// What PayPal stores, and the requests that it takes. Unknown fields are refused.

export interface Money {
  currency_code: string
  value: string
}

export interface Capture {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED'
  amount: Money
  /** Of the capture of an authorisation. */
  invoice_id?: string
}

export interface Authorization {
  id: string
  status: 'CREATED' | 'PARTIALLY_CAPTURED' | 'CAPTURED' | 'VOIDED' | 'DENIED' | 'PENDING'
  amount: Money
  expiration_time: string
}

export interface Refund {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED'
  status_details?: { reason: string }
  amount: Money
  custom_id: string
  capture: string
}

export interface PaypalOrder {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  update_time: string
  custom_id: string
  return_url: string
  amount: Money
  /** What the capture takes, and how it begins. */
  approved: { amount: Money; status: Capture['status'] } | undefined
  intent: 'CAPTURE' | 'AUTHORIZE'
  authorization: Authorization | undefined
  captures: Capture[]
  isDeleted: boolean
}

export interface Dispute {
  dispute_id: string
  disputed_transactions: { seller_transaction_id: string }[]
  reason: string
  status: 'WAITING_FOR_SELLER_RESPONSE' | 'RESOLVED'
  dispute_amount: Money
  dispute_outcome?: { outcome_code: string }
  seller_response_due_date: string
}

const money = z.strictObject({ currency_code: z.literal('EUR'), value: z.string().regex(/^\d+\.\d\d$/) })

export const newOrder = z.strictObject({
  intent: z.enum(['CAPTURE', 'AUTHORIZE']),
  purchase_units: z
    .array(
      z.strictObject({
        custom_id: z.string().max(127),
        invoice_id: z.string().max(127),
        description: z.string().max(127),
        amount: money,
      }),
    )
    .length(1),
  payment_source: z.strictObject({
    paypal: z.strictObject({
      email_address: z.email().optional(),
      experience_context: z.strictObject({
        return_url: z.url(),
        cancel_url: z.url(),
        user_action: z.literal('PAY_NOW'),
        shipping_preference: z.literal('NO_SHIPPING'),
        payment_method_preference: z.literal('IMMEDIATE_PAYMENT_REQUIRED'),
      }),
    }),
  }),
})

export const newCapture = z.strictObject({
  amount: money,
  invoice_id: z.string().min(1).max(127),
  final_capture: z.boolean(),
})

export const newRefund = z.strictObject({ amount: money.optional(), custom_id: z.string().min(1).max(127) })

export const verifying = z.strictObject({
  transmission_id: z.string(),
  transmission_time: z.iso.datetime(),
  transmission_sig: z.string(),
  cert_url: z.url(),
  auth_algo: z.literal('SHA256withRSA'),
  webhook_id: z.string(),
  webhook_event: z.record(z.string(), z.unknown()),
})
