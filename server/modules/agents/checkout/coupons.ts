import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import type { LineRow } from '#server/modules/cart/index.ts'
import { couponBase } from '#server/modules/orders/index.ts'
import {
  customerKeys,
  findCoupon,
  listUsedCustomerKeys,
  normalizeCode,
  refuseCoupon,
  type Coupon,
  type CouponRefusal,
} from '#server/modules/promotions/index.ts'
import type { Problem } from './problem.ts'

/** The codes of the protocols for what a coupon of the shop can have against it. */
const codes: Record<CouponRefusal, string> = {
  unknown: 'discount_code_invalid',
  inactive: 'discount_code_invalid',
  not_yet_valid: 'discount_code_invalid',
  expired: 'discount_code_expired',
  used_up: 'discount_code_expired',
  already_used: 'discount_code_user_ineligible',
  not_for_items: 'discount_code_invalid',
  below_minimum: 'discount_code_invalid',
}

/** The one coupon that applies, with the index of its code, and a warning for each other code. An order has one coupon. */
export async function applyCodes(
  db: Database,
  shop: ShopContext,
  { sent, rows, email }: { sent: readonly string[]; rows: readonly LineRow[]; email: string | undefined },
): Promise<{ coupon?: Coupon; index?: number; problems: Problem[] }> {
  const problems: Problem[] = []
  let applied: { coupon: Coupon; index: number } | undefined
  const seen = new Set<string>()
  for (const [index, code] of sent.entries()) {
    const refuse = (reason: string, text: string) =>
      problems.push({ code: reason, text, about: { kind: 'code', index }, solvedBy: 'none' })
    const normalized = normalizeCode(code)
    if (seen.has(normalized)) {
      refuse('discount_code_already_applied', `Coupon ${normalized} is in the list twice.`)
      continue
    }
    seen.add(normalized)
    const coupon = await findCoupon(db, shop.shopId, code)
    const keys = email === undefined ? [] : customerKeys({ email })
    const usedKeys =
      coupon && keys.length > 0 ? await listUsedCustomerKeys(db, shop.shopId, coupon.id, keys) : []
    const base = couponBase(coupon, rows)
    const refusal = refuseCoupon(coupon, { ...shop, code, now: new Date(), base, usedKeys })
    if (refusal || !coupon) refuse(codes[refusal?.reason ?? 'unknown'], refusal?.message ?? '')
    else if (applied)
      refuse(
        'discount_code_combination_disallowed',
        `Coupon ${normalized} can’t be combined with coupon ${applied.coupon.code}.`,
      )
    else applied = { coupon, index }
  }
  return { ...applied, problems }
}
