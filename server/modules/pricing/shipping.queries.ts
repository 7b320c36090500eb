import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { ShippingRule } from './cart.ts'
import { toMinor } from './money.ts'

const keys = { flat: 'shipping.flat', freeFrom: 'shipping.free_from' }

/**
 * What delivery costs in a shop: the settings `shipping.flat` and `shipping.free_from` (minor units; null: never free),
 * where there are none 99.00, and free from 1,499.00.
 */
export async function findShipping(
  db: Database,
  { configId, currency }: Pick<ShopContext, 'configId' | 'currency'>,
): Promise<ShippingRule> {
  const rows = await db
    .selectFrom('setting')
    .select(['key', 'value'])
    .where('config_id', '=', configId)
    .where('key', 'in', Object.values(keys))
    .execute()
  const settings = new Map<string, unknown>(rows.map(({ key, value }) => [key, value]))
  const { [keys.flat]: flat, [keys.freeFrom]: freeFrom } = Object.fromEntries(settings)
  return {
    flat: isAmount(flat) ? flat : toMinor(99, currency),
    freeFrom: isAmount(freeFrom) || freeFrom === null ? freeFrom : toMinor(1499, currency),
  }
}

const isAmount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
