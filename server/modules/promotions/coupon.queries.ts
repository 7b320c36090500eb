import type { Database } from '#server/db/connect.ts'
import { normalizeCode, type Coupon } from './coupon.rules.ts'

/** The coupon of a code as the shopper typed it. */
export function findCoupon(db: Database, shopId: number, code: string): Promise<Coupon | undefined> {
  return db
    .selectFrom('coupon')
    .select(['id', 'code', 'kind', 'percent', 'amount', 'minimum', 'usage_count as used'])
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'is_active as isActive'])
    .select(['category_ids as categoryIds', 'product_ids as productIds'])
    .select(['once_per_customer as oncePerCustomer', 'usage_limit as usageLimit'])
    .where('config_id', '=', shopId)
    .where('code', '=', normalizeCode(code))
    .executeTakeFirst()
}

/** The keys of a customer under which a once-per-customer coupon was used. */
export async function listUsedCustomerKeys(
  db: Database,
  shopId: number,
  couponId: number,
  customerKeys: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('coupon_use')
    .select('customer')
    .where('config_id', '=', shopId)
    .where('coupon_id', '=', couponId)
    .where('customer', 'in', customerKeys)
    .where('once_per_customer', '=', true)
    .execute()
  return rows.map(({ customer }) => customer)
}
