import { sql } from 'kysely'
import type { CouponKind } from '#contract/promotions/coupon.ts'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { recordWrites, type WriteContext } from '#server/modules/audit/index.ts'
import type { Coupon } from './coupon.rules.ts'

/** The editable fields of a coupon. Amounts in minor units, percent in hundredths. */
export type CouponInput = Omit<Coupon, 'id' | 'used' | 'kind'> & { kind: CouponKind }

export const couponNotFound = () => new AppError(404, 'not_found', 'Coupon not found')

const coupons = recordWrites({
  table: 'coupon',
  columns: {
    code: 'code',
    kind: 'kind',
    percent: 'percent',
    amount: 'amount',
    minimum: 'minimum',
    isActive: 'is_active',
    startsAt: 'starts_at',
    endsAt: 'ends_at',
    usageLimit: 'usage_limit',
    categoryIds: 'category_ids',
    productIds: 'product_ids',
    oncePerCustomer: 'once_per_customer',
  },
  missing: couponNotFound,
  violations: {
    coupon_config_id_code_key: codeTaken,
    shop_order_config_id_coupon_id_fkey: couponUsed,
    coupon_use_config_id_coupon_id_fkey: couponUsed,
  },
})

/** Creates a coupon and answers its id. An undone deletion passes `formerId`. AppError 409 `code_taken`. */
export async function createCoupon(
  tx: Transaction,
  context: WriteContext,
  input: CouponInput,
  formerId?: number,
): Promise<number> {
  return coupons.create(tx, context, validate(input), formerId)
}

/** Changes the given fields. AppError 404, 409 if it was changed since `version`. */
export async function updateCoupon(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CouponInput> & { version?: number | undefined },
): Promise<void> {
  const before = couponOf(await coupons.lockVersion(tx, context, id, version))
  const after = validate({ ...before, ...changes })
  await coupons.update(tx, context, id, { before, after })
  if (after.oncePerCustomer && !before.oncePerCustomer) await enforceOncePerCustomer(tx, context.shopId, id)
}

/** Deletes a coupon. AppError 404, 409 `coupon_used` if an order has used it. */
export async function deleteCoupon(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  await coupons.remove(tx, context, id, await lockCoupon(tx, context.shopId, id))
}

/** Locks a coupon until the transaction ends and answers its fields. AppError 404. */
export async function lockCoupon(tx: Transaction, shopId: number, id: number): Promise<CouponInput> {
  return couponOf(await coupons.lock(tx, shopId, id))
}

const couponOf = <T extends { kind: string }>(stored: T) => ({ ...stored, kind: stored.kind as CouponKind })

/** Keeps only the discount of the coupon's kind. AppError 400. */
function validate(input: CouponInput): CouponInput {
  const { kind, startsAt, endsAt } = input
  const percent = kind === 'percent' ? input.percent : null
  const amount = kind === 'amount' ? input.amount : null
  const issues = []
  if (kind === 'percent' && !percent)
    issues.push({ path: 'percent', message: 'Enter the discount percentage' })
  if (kind === 'amount' && !amount) issues.push({ path: 'amount', message: 'Enter the discount amount' })
  if (startsAt && endsAt && startsAt >= endsAt)
    issues.push({ path: 'endsAt', message: 'End date must be after the start date' })
  if (issues[0]) throw new AppError(400, 'invalid_input', issues[0].message, issues)
  return { ...input, percent, amount }
}

/** Makes the first use of each customer the one that counts. */
async function enforceOncePerCustomer(tx: Transaction, shopId: number, id: number): Promise<void> {
  await sql`
    update coupon_use u set once_per_customer = true
    where config_id = ${shopId} and coupon_id = ${id} and not exists (
      select from coupon_use o where o.config_id = u.config_id and o.coupon_id = u.coupon_id
        and o.customer = u.customer and (o.once_per_customer, -o.order_id) > (u.once_per_customer, -u.order_id))`.execute(
    tx,
  )
}

function codeTaken({ code }: Pick<CouponInput, 'code'>): AppError {
  const issues = [{ path: 'code', message: 'A coupon with this code already exists' }]
  return new AppError(409, 'code_taken', `A coupon with the code ${code} already exists`, issues)
}

function couponUsed({ code }: Pick<CouponInput, 'code'>): AppError {
  const message = `${code} was used in an order and can’t be deleted. Turn it off instead.`
  return new AppError(409, 'coupon_used', message)
}
