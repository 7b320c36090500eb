import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { text } from '../../fields.ts'
import { orderStatuses, whichOrder } from '../order.ts'

const paymentStatus = z.object({
  status: z.enum(orderStatuses),
  paymentUrl: z.string().nullable().describe('the payment page; null if nothing is left to pay there'),
})

export const payOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/pay',
  audience: 'visitor',
  summary: 'Opens the payment page, unless the provider reports that the order is paid',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: paymentStatus }),
})

export const refreshOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/refresh',
  audience: 'visitor',
  summary: 'Asks the provider whether an order is paid, after the shopper has returned from it',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: paymentStatus }),
})

export const paymentWebhook = endpoint({
  method: 'POST',
  path: 'payments/:provider/webhook',
  audience: 'public',
  signed: true,
  summary: 'Receives an event from a payment provider and checks its signature',
  input: z.strictObject({ provider: text(40).regex(/^[a-z_]+$/, 'Unknown provider') }),
  answer: z.object({}),
})

export const paymentEndpoints = [payOrder, refreshOrder, paymentWebhook]
