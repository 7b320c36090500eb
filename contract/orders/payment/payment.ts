import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { text, totalAmount } from '../../fields.ts'
import { methodId, orderStatuses, whichOrder } from '../order.ts'

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

export const openWalletPayment = endpoint({
  method: 'POST',
  path: 'orders/:number/wallet-payment',
  audience: 'visitor',
  summary: 'Opens a payment of what an unpaid order owes, which a wallet of the browser confirms',
  input: z.strictObject(whichOrder),
  answer: z.object({
    data: z.object({ clientSecret: z.string().describe('for the script of the payment provider') }),
  }),
})

export const refreshOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/refresh',
  audience: 'visitor',
  summary: 'Asks the provider whether an order is paid, after the shopper has returned from it',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: paymentStatus }),
})

const paymentChoice = z.object({
  id: z.string(),
  name: z.string(),
  text: z.string().describe('one sentence'),
  kind: z.enum(['online', 'transfer', 'on_delivery']),
  fee: z.number().describe('major units, which this method adds to the total; 0: none'),
})

export const getPaymentChoices = endpoint({
  method: 'GET',
  path: 'orders/:number/payment-methods',
  audience: 'visitor',
  summary: 'Every way to pay an unpaid order now, the chosen one first; empty once its payment page is open',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: z.array(paymentChoice) }),
})

export const choosePayment = endpoint({
  method: 'POST',
  path: 'orders/:number/payment-methods',
  audience: 'visitor',
  summary: 'Changes how an unpaid order is paid; cash on delivery confirms it, unless its customer has to',
  input: z.strictObject({
    ...whichOrder,
    paymentMethod: methodId,
    expectedFee: totalAmount
      .optional()
      .describe('the fee that was shown, in major units; a higher one answers 409 total_changed'),
  }),
  answer: z.object({ data: z.object({ status: z.enum(orderStatuses) }) }),
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

export const paymentEndpoints = [
  payOrder,
  openWalletPayment,
  refreshOrder,
  getPaymentChoices,
  choosePayment,
  paymentWebhook,
] as const
