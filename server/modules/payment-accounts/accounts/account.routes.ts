import * as contract from '#contract/payment-accounts/payment-account.ts'
import { providerNames, type OnlineProvider, type PaymentMode } from '#contract/payment-accounts/providers.ts'
import { personalRoute, type PersonalContext } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { makeAdapter } from '../providers/online-payments.ts'
import { providerEntries, shownKey, type KeyName } from '../providers/provider-entries.ts'
import { openKeys, sealKeys } from './account-keys.ts'
import { accountsForSettings, webhookUrlOf } from './account-view.ts'
import { findAccountInUse, listLatestReferences } from './account.queries.ts'
import {
  connectAccount,
  disconnectAccount,
  markVerified,
  notConnected,
  reconnectAccount,
} from './account.writes.ts'
import { completeKeys, isSameMerchant, requireAccepted } from './check-keys.ts'

type Typed = {
  mode: PaymentMode
  version?: number | undefined
  publishableKey?: string | undefined
} & Partial<Record<KeyName, string>>

/** Checks the keys with the provider and stores them. Nothing is locked while the provider is asked. */
async function connect(context: PersonalContext, provider: OnlineProvider, typed: Typed) {
  const { db, shop, services, origin } = context
  const { keyedHash, paymentServers } = services
  const { mode, version, publishableKey: typedPublishable, ...entered } = typed
  const before = await findAccountInUse(db, shop.shopId, provider)
  // Keys of the other mode are other keys.
  const stored =
    before?.credentials && before.mode === mode ? openKeys(keyedHash, before.credentials) : undefined
  const keys = completeKeys(provider, entered, stored)
  const webhookUrl = webhookUrlOf(origin, provider)
  const adapter = await makeAdapter(provider, keys, { mode, webhookUrl, server: paymentServers[provider] })
  const account = await requireAccepted(provider, adapter, mode)
  // Some providers know a merchant only by the key.
  const name = (Object.values(keys).includes(account.name) ? shownKey(account.name) : account.name).slice(
    0,
    200,
  )
  const isSame =
    before?.mode === mode &&
    (await isSameMerchant(
      provider,
      adapter,
      { name: before.name, references: await listLatestReferences(db, shop.shopId, before.id) },
      { mode, name },
    ))
  const key = shownKey(keys[providerEntries[provider].shownKey] ?? '')
  const publishableKey = typedPublishable ?? (isSame ? before?.details.publishableKey : undefined) ?? ''
  const accepted = {
    provider,
    mode,
    name,
    details: { key, webhookUrl, ...(publishableKey !== '' && { publishableKey }) },
    credentials: sealKeys(keyedHash, keys),
  }
  const data = await asStaff(context, (tx, write) =>
    connectAccount(tx, write, accepted, { replaced: before, isSameMerchant: isSame, version }),
  )
  return {
    data: { ...data, mode, name },
    message: `${providerNames[provider]} ${before ? 'saved' : 'connected'}`,
  }
}

/** The connections to payment providers, for the settings. */
export const accountRoutes = [
  personalRoute(contract.getPaymentAccounts, async (_input, context) => ({
    data: await accountsForSettings(context),
  })),

  personalRoute(contract.connectStripe, (typed, context) => connect(context, 'stripe', typed)),
  personalRoute(contract.connectRazorpay, (typed, context) => connect(context, 'razorpay', typed)),
  personalRoute(contract.connectPaypal, (typed, context) => connect(context, 'paypal', typed)),
  personalRoute(contract.connectMollie, (typed, context) => connect(context, 'mollie', typed)),

  personalRoute(contract.checkPaymentAccount, async ({ provider }, { db, shop, services }) => {
    const { shopId } = shop
    const account = await findAccountInUse(db, shopId, provider)
    if (!account) throw notConnected()
    const { mode, details, credentials } = account
    const keys = completeKeys(
      provider,
      {},
      credentials ? openKeys(services.keyedHash, credentials) : undefined,
    )
    const server = services.paymentServers[provider]
    const adapter = await makeAdapter(provider, keys, { mode, webhookUrl: details.webhookUrl, server })
    await requireAccepted(provider, adapter, mode)
    await markVerified(db, shopId, account.id)
    return { message: `${providerNames[provider]} accepts the keys` }
  }),

  personalRoute(contract.disconnectProvider, async ({ provider }, context) => ({
    data: await asStaff(context, (tx, write) => disconnectAccount(tx, write, provider)),
    message: `${providerNames[provider]} disconnected`,
  })),

  personalRoute(contract.reconnectProvider, async ({ id }, context) => {
    const { provider } = await asStaff(context, (tx, write) => reconnectAccount(tx, write, id))
    return { message: `${providerNames[provider]} connected again` }
  }),
]
