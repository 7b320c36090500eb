import { providerNames, type OnlineProvider, type PaymentMode } from '#contract/payment-accounts/providers.ts'
import { AppError } from '#server/http/errors.ts'
import {
  KeysRefused,
  ProviderRefusal,
  type PaymentProvider,
  type ProviderAccount,
} from '#server/platform/payments/payment-provider.ts'
import { providerEntries, type KeyName, type Keys } from '../providers/provider-entries.ts'

/** The keys to store: what was typed, else what is stored. AppError 400 for one that is missing. */
export function completeKeys(provider: OnlineProvider, typed: Keys, stored: Keys | undefined): Keys {
  const fields = Object.entries(providerEntries[provider].keys) as [KeyName, string][]
  const keys = fields.map(([path]) => [path, typed[path] || stored?.[path] || ''] as const)
  const missing = fields.filter((_, index) => keys[index]?.[1] === '')
  if (missing.length === 0) return Object.fromEntries(keys)
  const issues = missing.map(([path, label]) => ({ path, message: `Enter the ${label}` }))
  throw new AppError(400, 'invalid_input', issues[0]?.message ?? '', issues)
}

/**
 * Asks a provider whether it accepts keys. AppError 400 `keys_refused` if it refuses them or if they are of the other mode, 503
 * `provider_unreachable` if it does not answer in a way that the shop understands.
 */
export async function requireAccepted(
  provider: OnlineProvider,
  adapter: PaymentProvider,
  mode: PaymentMode,
): Promise<ProviderAccount> {
  const account = await askProvider(provider, () => adapter.identify())
  if (!['test', 'live'].includes(account.mode)) throw unreachable(provider)
  if (account.mode === mode) return account
  const message = `${providerNames[provider]} says that these are ${account.mode} keys. Choose ${account.mode} mode, or enter the ${mode} keys`
  throw refused(provider, message)
}

/**
 * Whether keys belong to the merchant account that has opened payments: only its owner can read them. PayPal deletes pages that
 * reach their end, so one that is found is enough. If none is found, the old keys have to stay. Without payments the name decides.
 */
export async function isSameMerchant(
  provider: OnlineProvider,
  adapter: PaymentProvider,
  before: { name: string; references: readonly string[] },
  account: ProviderAccount,
): Promise<boolean> {
  const { name, references } = before
  if (references.length === 0) return name === account.name
  for (const reference of references) if (await hasPayment(provider, adapter, reference)) return true
  return false
}

async function hasPayment(
  provider: OnlineProvider,
  adapter: PaymentProvider,
  reference: string,
): Promise<boolean> {
  try {
    // It is only looked at: nothing that the shopper has approved is taken.
    const { isMissing } = await adapter.getPayment(reference, { isOver: true })
    return !isMissing
  } catch (error) {
    if (error instanceof ProviderRefusal || error instanceof KeysRefused) return false
    throw unreachable(provider, error)
  }
}

async function askProvider<T>(provider: OnlineProvider, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderRefusal) throw refused(provider, error.message, error)
    throw unreachable(provider, error)
  }
}

function refused(provider: OnlineProvider, reason: string, cause?: unknown): AppError {
  const path = providerEntries[provider].shownKey
  const error = new AppError(400, 'keys_refused', reason, [{ path, message: reason }])
  error.cause = cause
  return error
}

function unreachable(provider: OnlineProvider, cause?: unknown): AppError {
  const name = providerNames[provider]
  const message = `The shop can’t check the keys, because ${name} can’t be reached or gave no clear answer. Nothing was changed. Try again in a minute`
  const error = new AppError(503, 'provider_unreachable', message, undefined, 60)
  error.cause = cause
  return error
}
