import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, moment } from '../fields.ts'
import { onlineProviders, paymentModes } from './providers.ts'

const testPayment = z.object({
  id: z.number().int(),
  provider: z.enum(onlineProviders),
  mode: z.enum(paymentModes).describe('live: real money, which the shop refunds'),
  amount: z.number().describe('major units'),
  currency: z.string(),
  paymentUrl: z.string().nullable().describe('the page of the provider; null: it is closed'),
  openedAt: moment,
  status: z.enum(['waiting', 'paid', 'failed']),
  paidAt: moment.nullable(),
  webhookAt: moment.nullable().describe('when a message about it passed its check'),
  refundedAt: moment.nullable(),
  problem: z.string().describe('what is wrong and what to do, as a sentence; else empty'),
  isOver: z.boolean().describe('no step can follow'),
})
export type TestPayment = z.infer<typeof testPayment>

export const startTestPayment = endpoint({
  method: 'POST',
  path: 'admin/payment-accounts/:provider/test-payments',
  audience: 'staff:settings',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Opens a payment page of a provider for a small amount, to see whether keys and webhook work',
  input: z.strictObject({ provider: z.enum(onlineProviders) }),
  answer: z.object({ data: testPayment }),
})

export const checkTestPayment = endpoint({
  method: 'POST',
  path: 'admin/test-payments/:id/check',
  audience: 'staff:settings',
  summary: 'Asks the provider about a test payment, and refunds it once it is paid with real money',
  input: z.strictObject({ id: id.describe('of the test payment') }),
  answer: z.object({ data: testPayment }),
})

export const testPaymentEndpoints = [startTestPayment, checkTestPayment] as const
