import { modeOfKey } from '#contract/payment-accounts/provider-keys.ts'
import type { OnlineProvider, PaymentMode } from '#contract/payment-accounts/providers.ts'
import type { Keys } from './provider-entries.ts'

/** The shop that is offered the keys of the environment. */
export const environmentShop = 1

/** The keys of a provider in the environment. */
export interface EnvironmentKeys {
  provider: OnlineProvider
  mode: PaymentMode
  keys: Keys
}

interface Settings {
  stripeSecretKey: string | undefined
  stripeWebhookSecret: string | undefined
}

/** The Stripe keys of the environment; undefined unless both are set. */
export function environmentKeys({
  stripeSecretKey: secretKey,
  stripeWebhookSecret: webhookSecret,
}: Settings): EnvironmentKeys | undefined {
  if (secretKey === undefined || webhookSecret === undefined) return undefined
  return { provider: 'stripe', mode: modeOfKey(secretKey) ?? 'live', keys: { secretKey, webhookSecret } }
}
