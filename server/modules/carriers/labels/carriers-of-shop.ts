import type { LabelCarrier } from '#contract/carriers/label.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { Carrier } from '#server/platform/carriers/carrier.ts'
import { carrierNames } from '../accounts/account-fields.ts'
import { listAccounts, type AccountRow } from '../accounts/account.queries.ts'
import { carrierOf, type CarrierDeps } from '../accounts/connected.ts'
import { ownDelivery } from './own-delivery.ts'

/** A carrier with its connection, which the shop's own delivery does not have. */
export interface ShopCarrier {
  carrier: Carrier
  account: AccountRow | undefined
}

/** The carriers of a shop: those that are connected, then its own delivery. */
export async function listShopCarriers(
  db: Database,
  shop: Pick<ShopContext, 'shopId' | 'currency'>,
  deps: CarrierDeps,
): Promise<ShopCarrier[]> {
  const accounts = await listAccounts(db, shop.shopId)
  const connected = accounts.map((account) => ({ carrier: carrierOf(deps, account), account }))
  return [...connected, { carrier: ownDelivery(db, shop), account: undefined }]
}

/** AppError 409 if the carrier is not connected. */
export async function requireShopCarrier(
  db: Database,
  shop: Pick<ShopContext, 'shopId' | 'currency'>,
  deps: CarrierDeps,
  id: LabelCarrier,
): Promise<ShopCarrier> {
  const found = (await listShopCarriers(db, shop, deps)).find(({ carrier }) => carrier.id === id)
  if (found) return found
  const message = `${carrierNames[id]} is not connected. Connect it under Settings, Carriers`
  throw new AppError(409, 'carrier_not_connected', message)
}
