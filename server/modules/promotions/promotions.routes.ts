import {
  createCoupon,
  deleteCoupon,
  getCoupon,
  getCoupons,
  updateCoupon,
  type CouponRow,
} from '#contract/promotions/coupon.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/audit/index.ts'
import { enteredToMinor, toMajor } from '#server/modules/pricing/index.ts'
import { findStoredCoupon, listCoupons, listNamed, type StoredRow } from './admin-coupon.queries.ts'
import * as coupons from './coupon.writes.ts'

/** Coupons for staff. */
export const promotionRoutes = [
  route(getCoupons, async (input, { db, shop }) => {
    const { rows, total } = await listCoupons(db, shop.shopId, input)
    return { data: rows.map((row) => toView(row, shop.currency)), total, timeZone: shop.timeZone }
  }),

  route(getCoupon, async ({ id }, { db, shop }) => {
    const row = await findStoredCoupon(db, shop.shopId, id)
    if (!row) throw coupons.couponNotFound()
    const { categories, products } = row
    return { data: { ...toView(row, shop.currency), categories, products }, timeZone: shop.timeZone }
  }),

  personalRoute(createCoupon, async (input, context) => {
    const id = await asStaff(context, async (tx, write) => {
      await requireExisting(tx, write.shopId, input)
      return coupons.createCoupon(tx, write, toStored(input, context.shop.currency))
    })
    return { data: { id }, message: `Coupon ${input.code} created` }
  }),

  personalRoute(updateCoupon, async ({ id, version, ...input }, context) => {
    await asStaff(context, async (tx, write) => {
      await requireExisting(tx, write.shopId, input)
      await coupons.updateCoupon(tx, write, id, { ...toStored(input, context.shop.currency), version })
    })
    return { message: input.isActive === false ? 'Coupon turned off' : 'Coupon saved' }
  }),

  personalRoute(deleteCoupon, async ({ id }, context) => {
    await asStaff(context, (tx, write) => coupons.deleteCoupon(tx, write, id))
    return { message: 'Coupon deleted' }
  }),
]

/** Converts the given fields from major to minor units. */
function toStored<T extends { percent?: number | null; amount?: number | null; minimum?: number }>(
  input: T,
  currency: string,
): T {
  const { percent, amount, minimum } = input
  const figures = {
    percent: percent && Math.round(percent * 100),
    amount: amount && enteredToMinor(amount, currency, 'amount'),
    minimum: minimum && enteredToMinor(minimum, currency, 'minimum'),
  }
  const given = Object.entries({ ...input, ...figures }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as T
}

function toView(
  { percent, amount, minimum, startsAt, endsAt, ...row }: StoredRow,
  currency: string,
): CouponRow {
  return {
    ...row,
    percent: percent && percent / 100,
    amount: amount && toMajor(amount, currency),
    minimum: toMajor(minimum, currency),
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
  }
}

/** AppError 400 if a category or product of a coupon does not exist. */
async function requireExisting(
  tx: Transaction,
  shopId: number,
  { categoryIds = [], productIds = [] }: { categoryIds?: number[]; productIds?: number[] },
): Promise<void> {
  for (const [path, table, ids] of [
    ['categoryIds', 'category', categoryIds],
    ['productIds', 'product', productIds],
  ] as const) {
    const found = await listNamed(tx, shopId, table, ids)
    if (found.length === new Set(ids).size) continue
    const message = `One of these ${table === 'category' ? 'categories' : 'products'} no longer exists`
    throw new AppError(400, 'invalid_input', message, [{ path, message }])
  }
}
