import type { OnlineProvider, PaymentMode } from '#contract/payment-accounts/providers.ts'
import type {
  mollieKeys,
  paypalKeys,
  razorpayKeys,
  stripeKeys,
} from '#contract/payment-accounts/provider-keys.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'

/** The names of all keys in the forms. */
export type KeyName =
  | keyof typeof stripeKeys
  | keyof typeof razorpayKeys
  | keyof typeof paypalKeys
  | keyof typeof mollieKeys

/** The keys of an account by their names in the form. */
export type Keys = Readonly<Partial<Record<KeyName, string>>>

/** What an adapter needs beside the keys. */
export interface AdapterSettings {
  mode: PaymentMode
  /** Where the provider sends its messages. */
  webhookUrl: string
  /** Replaces the provider's own address, for tests. */
  server?: string | undefined
}

/** One provider: the keys that its adapter takes, and how the adapter is loaded. */
interface ProviderEntry {
  /** The fields of its form in their order, with the label that its refusal names. */
  keys: Readonly<Partial<Record<KeyName, string>>>
  /** The field that people recognise an account by. */
  shownKey: KeyName
  /** Loads the adapter, whose library may take tens of megabytes. */
  make(keys: Keys, settings: AdapterSettings): Promise<PaymentProvider>
}

const serverOf = ({ server }: AdapterSettings) => (server === undefined ? {} : { server })

/** The providers that a shop can connect. A further one is one entry here, its keys in the contract and its form. */
export const providerEntries: Readonly<Record<OnlineProvider, ProviderEntry>> = {
  stripe: {
    keys: { secretKey: 'secret key', webhookSecret: 'signing secret' },
    shownKey: 'secretKey',
    async make({ secretKey = '', webhookSecret = '' }, settings) {
      const { makeStripe } = await import('#server/platform/payments/stripe/stripe.ts')
      return makeStripe({ secretKey, webhookSecret, ...serverOf(settings) })
    },
  },
  razorpay: {
    keys: { keyId: 'key ID', keySecret: 'key secret', webhookSecret: 'webhook secret' },
    shownKey: 'keyId',
    async make({ keyId = '', keySecret = '', webhookSecret = '' }, settings) {
      const { makeRazorpay } = await import('#server/platform/payments/razorpay/razorpay.ts')
      return makeRazorpay({ keyId, keySecret, webhookSecret, ...serverOf(settings) })
    },
  },
  paypal: {
    keys: { clientId: 'client ID', clientSecret: 'secret', webhookId: 'webhook ID' },
    shownKey: 'clientId',
    async make({ clientId = '', clientSecret = '', webhookId = '' }, settings) {
      const { makePaypal } = await import('#server/platform/payments/paypal/paypal.ts')
      return makePaypal({ clientId, clientSecret, webhookId, mode: settings.mode, ...serverOf(settings) })
    },
  },
  mollie: {
    keys: { apiKey: 'API key' },
    shownKey: 'apiKey',
    async make({ apiKey = '' }, settings) {
      const { makeMollie } = await import('#server/platform/payments/mollie/mollie.ts')
      return makeMollie({ apiKey, webhookUrl: settings.webhookUrl, ...serverOf(settings) })
    },
  },
}

/** Beginning and end of a key, which do not give it away: "sk_test_…aB3d". */
export function shownKey(key: string): string {
  const [prefix = ''] = /^(?:[rs]k_|rzp_)?(?:test|live)_/.exec(key) ?? []
  return `${prefix}…${key.length >= 16 ? key.slice(-4) : ''}`
}
