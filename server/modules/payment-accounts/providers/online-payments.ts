import type { OnlineProvider, PaymentMode } from '#contract/payment-accounts/providers.ts'
import { keyedHash, type KeyedHash } from '#server/platform/keyed-hash.ts'
import type {
  ConnectedProvider,
  OnlinePayments,
  OpenedBy,
  ShopProviders,
} from '#server/platform/payments/online-payments.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'
import type { PaymentServers } from '#server/platform/payments/payment-servers.ts'
import { openKeys } from '../accounts/account-keys.ts'
import { listAccounts, type AccountRow } from '../accounts/account.queries.ts'
import { environmentKeys, environmentShop, type EnvironmentKeys } from './environment-keys.ts'
import { providerEntries, type AdapterSettings, type Keys } from './provider-entries.ts'

interface Deps {
  keyedHash: KeyedHash
  servers: PaymentServers
  /** Present if the environment has the keys of a provider. */
  environment: EnvironmentKeys | undefined
}

/** A provider with its keys. The adapter is made when it is first needed. */
interface Connection {
  accountId: number | null
  provider: OnlineProvider
  mode: PaymentMode
  state: AccountRow['state']
  publishableKey?: string | undefined
  adapter(): Promise<PaymentProvider>
}

/** The payment providers of all shops, by the settings of the process. */
export const onlinePaymentsOf = ({
  authSecret,
  paymentUrls,
  ...settings
}: { authSecret: string; paymentUrls: PaymentServers } & Parameters<
  typeof environmentKeys
>[0]): OnlinePayments =>
  createOnlinePayments({
    keyedHash: keyedHash(authSecret),
    servers: paymentUrls,
    environment: environmentKeys(settings),
  })

/** Reads the accounts of a shop at each call. Adapters are made once per account and its keys. */
function createOnlinePayments({ keyedHash: hash, servers, environment }: Deps): OnlinePayments {
  const made = new Map<string, { credentials: Buffer; adapter: Promise<PaymentProvider> }>()

  const adapterOf = (shopId: number, row: AccountRow, credentials: Buffer, keys: Keys) => {
    const id = `${shopId} ${row.id}`
    const known = made.get(id)
    if (known?.credentials.equals(credentials)) return known.adapter
    const adapter = makeAdapter(row.provider, keys, {
      mode: row.mode,
      webhookUrl: row.details.webhookUrl,
      server: servers[row.provider],
    })
    made.set(id, { credentials, adapter })
    // A library that could not be loaded may be there the next time.
    adapter.catch(() => made.delete(id))
    return adapter
  }

  /** Undefined if this version does not know the provider, or its keys cannot be read. */
  const connectionOf = (shopId: number, row: AccountRow): Connection | undefined => {
    const { credentials, id: accountId, provider, mode, state } = row
    const keys = credentials && openKeys(hash, credentials)
    if (!credentials || !keys || !(provider in providerEntries)) return undefined
    return {
      accountId,
      provider,
      mode,
      state,
      publishableKey: row.details.publishableKey,
      adapter: () => adapterOf(shopId, row, credentials, keys),
    }
  }

  let ofEnvironment: Promise<PaymentProvider> | undefined
  const environmentConnection: Connection | undefined = environment && {
    accountId: null,
    provider: environment.provider,
    mode: environment.mode,
    state: 'in_use',
    adapter() {
      if (ofEnvironment) return ofEnvironment
      const adapter = makeAdapter(environment.provider, environment.keys, {
        mode: environment.mode,
        webhookUrl: '',
        server: servers[environment.provider],
      })
      ofEnvironment = adapter
      adapter.catch(() => (ofEnvironment = undefined))
      return adapter
    },
  }

  return {
    async ofShop(db, shopId) {
      const rows = await listAccounts(db, shopId)
      const own = rows.flatMap((row) => connectionOf(shopId, row) ?? [])
      const isReplaced = rows.some(
        ({ state, provider }) => state === 'in_use' && provider === environment?.provider,
      )
      // Only one shop is offered the keys of the environment, while it has none of its own.
      const spare = environmentConnection && shopId === environmentShop ? [environmentConnection] : []
      const inUse = [...(isReplaced ? [] : spare), ...own.filter(({ state }) => state === 'in_use')]
      return shopProviders(await Promise.all(inUse.map(connected)), {
        connectionOf: ({ provider, accountId }) =>
          accountId !== null
            ? own.find((each) => each.accountId === accountId)
            : provider === environment?.provider
              ? environmentConnection
              : inUse.find((each) => each.provider === provider),
        connections: [...own, ...spare],
      })
    },
  }
}

const connected = async ({
  accountId,
  mode,
  publishableKey,
  adapter,
}: Connection): Promise<ConnectedProvider> => ({
  ...(await adapter()),
  accountId,
  mode,
  publishableKey,
})

function shopProviders(
  offered: readonly ConnectedProvider[],
  {
    connectionOf,
    connections,
  }: {
    connectionOf(payment: OpenedBy): Connection | undefined
    connections: readonly Connection[]
  },
): ShopProviders {
  return {
    offered,
    canAsk: (payment) => connectionOf(payment) !== undefined,
    ofPayment: async (payment) => connectionOf(payment)?.adapter(),
    senders: (id) => Promise.all(connections.filter(({ provider }) => provider === id).map(connected)),
  }
}

/** The adapter of a provider with its keys. */
export async function makeAdapter(
  provider: OnlineProvider,
  keys: Keys,
  settings: AdapterSettings,
): Promise<PaymentProvider> {
  return providerEntries[provider].make(keys, settings)
}
