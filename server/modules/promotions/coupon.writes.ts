import { sql } from 'kysely'
import type { CouponKind } from '#contract/orders/coupon.ts'
import { later, type Transaction, violation } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { record, lockVersion, type WriteContext } from '#server/modules/audit/index.ts'
import type { Coupon } from './coupon.rules.ts'

/** The editable fields of a coupon. Amounts in minor units, percent in hundredths. */
export type CouponInput = Omit<Coupon, 'id' | 'used' | 'kind'> & { kind: CouponKind }

/** Creates a coupon and returns its id. An undone deletion passes `formerId`. AppError 409 `code_taken`. */
export async function createCoupon(
  tx: Transaction,
  context: WriteContext,
  input: CouponInput,
  formerId?: number,
): Promise<number> {
  const after = validate(input)
  const { id } = await tx
    .insertInto('coupon')
    .values({ config_id: context.shopId, id: formerId, ...rowOf(after) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSameCode(after.code))
  later(
    tx,
    record(tx, { ...context, action: 'create', subject: 'coupon', subjectId: id, after: { ...after } }),
  )
  return id
}

/** Changes the given fields. AppError 404, 409 if it was changed since `version`. */
export async function updateCoupon(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CouponInput> & { version?: number | undefined },
): Promise<void> {
  const { shopId } = context
  const before = await lockVersion(
    tx,
    context,
    { subject: 'coupon', subjectId: id, version },
    lockCoupon(tx, shopId, id),
  )
  const after = validate({ ...before, ...changes })
  await tx
    .updateTable('coupon')
    .set(rowOf(after))
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSameCode(after.code))
  if (after.oncePerCustomer && !before.oncePerCustomer) await enforceOncePerCustomer(tx, shopId, id)
  later(
    tx,
    record(tx, {
      ...context,
      action: 'update',
      subject: 'coupon',
      subjectId: id,
      before,
      after: { ...after },
    }),
  )
}

/** Deletes a coupon. AppError 404, 409 `coupon_used` if an order has used it. */
export async function deleteCoupon(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { shopId } = context
  const before = await lockCoupon(tx, shopId, id)
  await tx
    .deleteFrom('coupon')
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (!usedCouponConstraints.has(violation(error)?.constraint ?? '')) throw error
      const message = `${before.code} was used in an order and can’t be deleted. Turn it off instead.`
      throw new AppError(409, 'coupon_used', message)
    })
  later(tx, record(tx, { ...context, action: 'delete', subject: 'coupon', subjectId: id, before }))
}

/** Locks a coupon until the transaction ends and returns its fields. AppError 404. */
export async function lockCoupon(tx: Transaction, shopId: number, id: number) {
  const row = await tx
    .selectFrom('coupon')
    .select(['code', 'kind', 'percent', 'amount', 'minimum', 'is_active as isActive'])
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'usage_limit as usageLimit'])
    .select([
      'category_ids as categoryIds',
      'product_ids as productIds',
      'once_per_customer as oncePerCustomer',
    ])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw couponNotFound()
  return { ...row, kind: row.kind as CouponKind } satisfies CouponInput
}

export const couponNotFound = () => new AppError(404, 'not_found', 'Coupon not found')

/** The foreign keys that refer to a used coupon. */
const usedCouponConstraints = new Set([
  'shop_order_config_id_coupon_id_fkey',
  'coupon_use_config_id_coupon_id_fkey',
])

function rowOf({
  startsAt,
  endsAt,
  categoryIds,
  productIds,
  oncePerCustomer,
  usageLimit,
  isActive,
  ...row
}: CouponInput) {
  return {
    ...row,
    starts_at: startsAt,
    ends_at: endsAt,
    category_ids: categoryIds,
    product_ids: productIds,
    once_per_customer: oncePerCustomer,
    usage_limit: usageLimit,
    is_active: isActive,
  }
}

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

function refuseSameCode(code: string) {
  return (error: unknown): never => {
    if (violation(error)?.constraint !== 'coupon_config_id_code_key') throw error
    const issues = [{ path: 'code', message: 'A coupon with this code already exists' }]
    throw new AppError(409, 'code_taken', `A coupon with the code ${code} already exists`, issues)
  }
}
