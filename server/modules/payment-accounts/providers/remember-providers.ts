import { memoize } from '#server/http/cache/memoize.ts'
import type { Services } from '#server/http/services.ts'
import type { OnlinePayments } from '#server/platform/payments/online-payments.ts'

/** Keeps the providers of each shop until something that its shoppers see has changed, so that a checkout reads nothing. */
export const rememberProviders = (
  online: OnlinePayments,
  catalogVersion: Services['catalogVersion'],
): OnlinePayments => ({
  ofShop: (db, shopId) =>
    memoize({ shop: { shopId }, services: { catalogVersion } }, 'payment providers', () =>
      online.ofShop(db, shopId),
    ),
})
