import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { orderStatuses, whichOrder } from './order.ts'

const standing = z.object({
  status: z.enum(orderStatuses),
  paymentUrl: z.string().nullable().describe('where to pay; null: there is nothing to pay there any more'),
})

export const payOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/pay',
  audience: 'visitor',
  summary: 'Where an order is paid online; asks the provider first whether it is paid already',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: standing }),
})

export const refreshOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/refresh',
  audience: 'visitor',
  summary: 'Asks the provider whether an order is paid, for who comes back from paying',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: standing }),
})

export const tellPayment = endpoint({
  method: 'POST',
  path: 'payments/:provider/webhook',
  audience: 'public',
  signed: true,
  summary: 'For a payment provider: something has happened to a payment. Its signature is checked',
  input: z.strictObject({ provider: text(40).regex(/^[a-z_]+$/, 'There is no such provider') }),
  answer: z.object({}),
})

export const paymentEndpoints = [payOrder, refreshOrder, tellPayment]
