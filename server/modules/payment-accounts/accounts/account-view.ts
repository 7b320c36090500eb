import type { PaymentAccount, PaymentAccounts } from '#contract/payment-accounts/payment-account.ts'
import {
  onlineProviders,
  providerNames,
  type OnlineProvider,
  type PaymentMode,
} from '#contract/payment-accounts/providers.ts'
import type { Database } from '#server/db/connect.ts'
import type { PersonalContext } from '#server/http/route.ts'
import type { KeyedHash } from '#server/platform/keyed-hash.ts'
import type { ConnectedProvider } from '#server/platform/payments/online-payments.ts'
import { smallestAmount } from '../test-payments/test-payment.rules.ts'
import { openKeys, unreadableKeys } from './account-keys.ts'
import { listAccountFacts, type AccountFacts } from './account.queries.ts'

/** Where a provider sends its messages to a shop. `origin` is the address of the shop. */
export const webhookUrlOf = (origin: string, provider: OnlineProvider) =>
  `${origin}/api/payments/${provider}/webhook`

/** The accounts of a shop for the settings page, without their keys. */
export async function accountsForSettings({
  db,
  shop,
  origin,
  services: { keyedHash, online },
}: PersonalContext): Promise<PaymentAccounts> {
  const { shopId, currency } = shop
  const [accounts, { offered }] = await Promise.all([listAccountFacts(db, shopId), online.ofShop(db, shopId)])
  const spare = offered.find(({ accountId }) => accountId === null)
  return {
    accounts: accounts.map((account) => accountToView(account, { keyedHash, origin, offered, currency })),
    environment: spare ? { provider: spare.id as OnlineProvider, mode: spare.mode } : null,
    webhookUrls: Object.fromEntries(
      onlineProviders.map((provider) => [provider, webhookUrlOf(origin, provider)]),
    ) as PaymentAccounts['webhookUrls'],
  }
}

interface ViewDeps {
  keyedHash: KeyedHash
  origin: string
  offered: readonly ConnectedProvider[]
  currency: string
}

function accountToView(
  account: AccountFacts,
  { keyedHash, origin, offered, currency }: ViewDeps,
): PaymentAccount {
  const { credentials, details, connectedAt, webhookSeenAt, ...facts } = account
  const provider = offered.find(({ accountId }) => accountId === account.id)
  const least = provider && smallestAmount(provider, currency)
  const currencyProblem = least && 'problem' in least ? least.problem : ''
  const isReadable = credentials !== null && openKeys(keyedHash, credentials) !== undefined
  return {
    ...facts,
    key: details.key,
    publishableKey: details.publishableKey ?? '',
    shownAs: provider?.name ?? '',
    problem: isReadable ? currencyProblem : unreadableKeys,
    hint: hintOf(account, origin),
    connectedAt: connectedAt.toISOString(),
    webhookSeenAt: webhookSeenAt?.toISOString() ?? null,
  }
}

/** The providers that a shop uses, for its health. */
export async function listPaymentConnections(
  db: Database,
  shopId: number,
  keyedHash: KeyedHash,
): Promise<{ name: string; mode: PaymentMode; isReadable: boolean; isHeard: boolean }[]> {
  const accounts = await listAccountFacts(db, shopId)
  return accounts
    .filter(({ state }) => state === 'in_use')
    .map(({ provider, mode, credentials, webhookSeenAt }) => ({
      name: providerNames[provider],
      mode,
      isReadable: credentials !== null && openKeys(keyedHash, credentials) !== undefined,
      isHeard: webhookSeenAt !== null,
    }))
}

function hintOf({ provider, state, details, webhookSeenAt }: AccountFacts, origin: string): string {
  if (state === 'retired') return ''
  const name = providerNames[provider]
  if (details.webhookUrl !== webhookUrlOf(origin, provider))
    return `The shop’s address has changed since ${name} was connected. Update the webhook address at ${name}, then save the connection again.`
  if (webhookSeenAt === null)
    return `No message from ${name} has arrived yet. Make a test payment to see whether the webhook works.`
  return ''
}
