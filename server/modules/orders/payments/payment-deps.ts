import type { RequestContext } from '#server/http/route.ts'
import type { Services } from '#server/http/services.ts'
import type { ShopProviders } from '#server/platform/payments/online-payments.ts'

/** The dependencies of payments, in requests and in background jobs. */
export type PaymentDeps = Pick<Services, 'keyedHash' | 'online'>

/** The payment providers of the shop of a request. Requests read them from memory, so it costs no round trip. */
export const providersOf = ({
  db,
  shop,
  services,
}: Pick<RequestContext, 'db' | 'services'> & { shop: { shopId: number } }): Promise<ShopProviders> =>
  services.online.ofShop(db, shop.shopId)
