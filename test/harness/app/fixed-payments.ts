import type { ConnectedProvider, OnlinePayments } from '#server/platform/payments/online-payments.ts'
import type { PaymentProvider } from '#server/platform/payments/payment-provider.ts'

/** The same providers for every shop, as if the environment had their live keys. */
export function fixedPayments(
  providers: readonly PaymentProvider[],
  publishableKey?: string,
): OnlinePayments {
  const environment = { accountId: null, mode: 'live' as const, publishableKey }
  // The methods are read at each call, because some test servers change them.
  const offered = providers.map(
    (provider) =>
      new Proxy(provider, {
        get: (_, name) => Reflect.get(name in environment ? environment : provider, name) as unknown,
      }) as ConnectedProvider,
  )
  const find = (id: string) => offered.find((each) => each.id === id)
  return {
    ofShop: async () => ({
      offered,
      canAsk: ({ provider }) => find(provider) !== undefined,
      ofPayment: async ({ provider }) => find(provider),
      senders: async (id) => offered.filter((each) => each.id === id),
    }),
  }
}
