import {
  createCoupon,
  deleteCoupon,
  getCoupon,
  getCoupons,
  updateCoupon,
  type CouponRow,
} from '#contract/coupon.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { personalRoute, route } from '#server/http/route.ts'
import { asStaff } from '#server/modules/journal/index.ts'
import { toMajor, toMinor } from '#server/modules/pricing/index.ts'
import { findStoredCoupon, listCoupons, listNamed, type StoredRow } from './admin-coupon.queries.ts'
import * as coupons from './coupon.writes.ts'

/** What staff does with coupons. */
export const promotionRoutes = [
  route(getCoupons, async (input, { db, shop }) => {
    const { rows, total } = await listCoupons(db, shop.configId, input)
    return { data: rows.map((row) => onTheWire(row, shop.currency)), total, timeZone: shop.timeZone }
  }),

  route(getCoupon, async ({ id }, { db, shop }) => {
    const row = await findStoredCoupon(db, shop.configId, id)
    if (!row) throw coupons.noSuchCoupon()
    const { categories, products } = row
    return { data: { ...onTheWire(row, shop.currency), categories, products }, timeZone: shop.timeZone }
  }),

  personalRoute(createCoupon, async (input, context) => {
    const id = await asStaff(context, async (tx, write) => {
      await requireGoods(tx, write.configId, input)
      return coupons.createCoupon(tx, write, stored(input, context.shop.currency))
    })
    return { data: { id }, message: `The coupon ${input.code} is added` }
  }),

  personalRoute(updateCoupon, async ({ id, version, ...input }, context) => {
    await asStaff(context, async (tx, write) => {
      await requireGoods(tx, write.configId, input)
      await coupons.updateCoupon(tx, write, id, { ...stored(input, context.shop.currency), version })
    })
    return { message: input.isActive === false ? 'The coupon is switched off' : 'The coupon is saved' }
  }),

  personalRoute(deleteCoupon, async ({ id }, context) => {
    await asStaff(context, (tx, write) => coupons.deleteCoupon(tx, write, id))
    return { message: 'The coupon is deleted' }
  }),
]

/** From the wire, for the database: those fields that are given. */
function stored<T extends { percent?: number | null; amount?: number | null; minimum?: number }>(
  input: T,
  currency: string,
): T {
  const { percent, amount, minimum } = input
  const figures = {
    percent: percent && Math.round(percent * 100),
    amount: amount && toMinor(amount, currency),
    minimum: minimum && toMinor(minimum, currency),
  }
  const given = Object.entries({ ...input, ...figures }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as T
}

function onTheWire(
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

/** AppError 400 where a coupon is to be for what the shop does not have. */
async function requireGoods(
  tx: Transaction,
  configId: number,
  { categoryIds = [], productIds = [] }: { categoryIds?: number[]; productIds?: number[] },
): Promise<void> {
  for (const [path, table, ids] of [
    ['categoryIds', 'category', categoryIds],
    ['productIds', 'product', productIds],
  ] as const) {
    const found = await listNamed(tx, configId, table, ids)
    if (found.length === new Set(ids).size) continue
    const message = `One of these ${table === 'category' ? 'categories' : 'products'} is not there any more`
    throw new AppError(400, 'invalid_input', message, [{ path, message }])
  }
}
