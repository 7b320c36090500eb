import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findPriced } from './shop.queries.ts'

/**
 * Refuses another currency with AppError 409 `confirm_currency` where products have prices; the sentence says by an
 * example what they will be, because no amount is converted.
 */
export async function requireConfirmed(tx: Transaction, configId: number, currency: string): Promise<void> {
  const shop = await tx
    .selectFrom('shop')
    .select(['currency', 'locale'])
    .where('config_id', '=', configId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (shop.currency === currency) return
  const { products, example } = await findPriced(tx, configId)
  if (products === 0 || example === null) return
  const shown = (code: string) =>
    new Intl.NumberFormat(shop.locale, { style: 'currency', currency: code }).format(toMajor(example, code))
  throw new AppError(
    409,
    'confirm_currency',
    `Amounts are not converted. ${products === 1 ? 'One product keeps its price' : `${products} products keep their prices`}: what costs ${shown(shop.currency)} now will cost ${shown(currency)}. Shipping costs that you have set are not converted either.`,
  )
}
