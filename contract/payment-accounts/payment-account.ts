import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, moment, version } from '../fields.ts'
import {
  mollieKeys,
  modeProblem,
  paypalKeys,
  publishableKey,
  razorpayKeys,
  stripeKeys,
} from './provider-keys.ts'
import { onlineProviders, paymentModes, type OnlineProvider, type PaymentMode } from './providers.ts'

const account = z.object({
  id: z.number().int(),
  provider: z.enum(onlineProviders),
  mode: z.enum(paymentModes).describe('test: no money moves'),
  state: z
    .enum(['in_use', 'retired'])
    .describe('retired: it only answers for the payments that it has opened'),
  name: z.string().describe('of the merchant, in the words of the provider'),
  shownAs: z.string().describe('the name that shoppers see; empty: the checkout leaves it out'),
  key: z.string().describe('beginning and end of the key'),
  publishableKey: z.string().describe('of Stripe; empty: no buttons of wallets'),
  problem: z.string().describe('why the checkout leaves it out, as a sentence; else empty'),
  hint: z.string().describe('what is still to do, as a sentence; else empty'),
  connectedAt: moment,
  connectedBy: z.string(),
  webhookSeenAt: moment.nullable().describe('when a message of the provider last passed its check'),
  openPayments: z.number().int().describe('payments and refunds that have not ended'),
  version: z.number().int(),
})
export type PaymentAccount = z.infer<typeof account>

export const getPaymentAccounts = endpoint({
  method: 'GET',
  path: 'admin/payment-accounts',
  audience: 'staff:settings',
  summary: 'Answers the payment providers that the shop has connected, without their keys',
  input: z.strictObject({}),
  answer: z.object({
    data: z.object({
      accounts: z.array(account).describe('in use first, then the retired ones that still answer'),
      environment: z
        .object({ provider: z.enum(onlineProviders), mode: z.enum(paymentModes) })
        .nullable()
        .describe('the provider whose keys the environment has, while the shop has not connected it'),
      webhookUrls: z
        .record(z.enum(onlineProviders), z.string())
        .describe('where each provider sends its messages'),
    }),
  }),
})
export type PaymentAccounts = z.output<typeof getPaymentAccounts.answer>['data']

const connected = z.object({
  data: z.object({
    id: z.number().int(),
    mode: z.enum(paymentModes),
    name: z.string(),
    retired: z.number().int().nullable().describe('the connection that this one replaces; null: none'),
  }),
})

/** The endpoint that connects a provider. `keys` are its fields, and those in `moded` name their mode. */
const connection = <const P extends OnlineProvider, Keys extends z.ZodRawShape>(
  provider: P,
  name: string,
  keys: Keys,
  moded: readonly (keyof Keys & string)[] = [],
) =>
  endpoint({
    method: 'PUT',
    path: `admin/payment-accounts/${provider}/connection`,
    audience: 'staff:settings',
    summary: `Connects ${name}, or replaces its keys, once ${name} accepts them`,
    input: z
      .strictObject({
        mode: z.enum(paymentModes, 'Choose test or live'),
        ...keys,
        version: version.optional(),
      })
      .superRefine((typed, issues) => {
        const { mode, ...rest } = typed as { mode: PaymentMode } & Record<string, string>
        for (const field of moded) {
          const message = modeProblem(rest[field] ?? '', mode)
          if (message !== undefined) issues.addIssue({ code: 'custom', path: [field], message })
        }
      }),
    answer: connected,
  })

export const connectStripe = connection('stripe', 'Stripe', { ...stripeKeys, publishableKey }, [
  'secretKey',
  'publishableKey',
])
export const connectRazorpay = connection('razorpay', 'Razorpay', razorpayKeys, ['keyId'])
export const connectPaypal = connection('paypal', 'PayPal', paypalKeys)
export const connectMollie = connection('mollie', 'Mollie', mollieKeys, ['apiKey'])

const whichProvider = { provider: z.enum(onlineProviders) }

export const checkPaymentAccount = endpoint({
  method: 'POST',
  path: 'admin/payment-accounts/:provider/check',
  audience: 'staff:settings',
  summary: 'Asks the provider whether it still accepts the stored keys',
  input: z.strictObject(whichProvider),
  answer: z.object({}),
})

export const disconnectProvider = endpoint({
  method: 'DELETE',
  path: 'admin/payment-accounts/:provider',
  audience: 'staff:settings',
  summary:
    'Takes a provider out of the checkout. Its keys still serve the payments and refunds that it has opened',
  input: z.strictObject(whichProvider),
  answer: z.object({
    data: z.object({ id: z.number().int(), openPayments: z.number().int() }),
  }),
})

export const reconnectProvider = endpoint({
  method: 'POST',
  path: 'admin/payment-accounts/:id/reconnect',
  audience: 'staff:settings',
  summary: 'Puts a disconnected provider back into the checkout with its stored keys, while they exist',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const paymentAccountEndpoints = [
  getPaymentAccounts,
  connectStripe,
  connectRazorpay,
  connectPaypal,
  connectMollie,
  checkPaymentAccount,
  disconnectProvider,
  reconnectProvider,
] as const
