import type { Database } from '#server/db/connect.ts'
import type { KeyedHash } from '#server/http/keyed-hash.ts'
import type { OnlineProvider } from '#server/platform/online-payment.ts'

/** What dealing with payments needs, whether somebody calls or the shop does it by itself. */
export interface PaymentDeps {
  keyedHash: KeyedHash
  online: readonly OnlineProvider[]
}

/** Under whose name the shop writes by itself. */
export const theShop = { id: null, name: 'The shop' }

/** As much of a shop as mails to its customers need. */
export function findShopOf(db: Database, configId: number) {
  return db
    .selectFrom('shop')
    .select(['config_id as configId', 'name', 'locale', 'currency', 'time_zone as timeZone'])
    .where('config_id', '=', configId)
    .executeTakeFirstOrThrow()
}
