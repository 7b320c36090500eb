import type { Database } from '#server/db/connect.ts'
import { codeOf, type Coupon } from './coupon.rules.ts'

/** The coupon of a code, as somebody has typed it. */
export function findCoupon(db: Database, configId: number, code: string): Promise<Coupon | undefined> {
  return db
    .selectFrom('coupon')
    .select(['id', 'code', 'kind', 'percent', 'amount', 'minimum', 'used'])
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'is_active as isActive'])
    .select(['category_ids as categoryIds', 'product_ids as productIds'])
    .select(['once_per_customer as oncePerCustomer', 'usage_limit as usageLimit'])
    .where('config_id', '=', configId)
    .where('code', '=', codeOf(code))
    .executeTakeFirst()
}

/** Those of a customer's keys under which a coupon was used that each customer may use once. */
export async function listKeysUsed(
  db: Database,
  configId: number,
  couponId: number,
  customers: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon_use')
    .select('customer')
    .where('config_id', '=', configId)
    .where('coupon_id', '=', couponId)
    .where('customer', 'in', customers)
    .where('once', '=', true)
    .execute()
  return rows.map(({ customer }) => customer)
}
