import { sql } from 'kysely'
import type { CouponKind } from '#contract/coupon.ts'
import type { Transaction } from '#server/db/connect.ts'
import { violation } from '#server/db/violations.ts'
import { AppError } from '#server/http/errors.ts'
import { record, requireVersion, type WriteContext } from '#server/modules/journal/index.ts'
import type { Coupon } from './coupon.rules.ts'

/** What staff sets of a coupon. Amounts are minor units, percent is in hundredths. */
export type CouponInput = Omit<Coupon, 'id' | 'used' | 'kind'> & { kind: CouponKind }

/** Adds a coupon and answers its id. A deleted one comes back under its `formerId`. AppError 409 where the code is taken. */
export async function createCoupon(
  tx: Transaction,
  context: WriteContext,
  input: CouponInput,
  formerId?: number,
): Promise<number> {
  const after = checked(input)
  const { id } = await tx
    .insertInto('coupon')
    .values({ config_id: context.configId, id: formerId, ...rowOf(after) })
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(refuseSameCode(after.code))
  await record(tx, { ...context, action: 'create', subject: 'coupon', subjectId: id, after: { ...after } })
  return id
}

/** Changes the given fields of a coupon. AppError 404 where there is none, 409 where it was changed since `version`. */
export async function updateCoupon(
  tx: Transaction,
  context: WriteContext,
  id: number,
  { version, ...changes }: Partial<CouponInput> & { version?: number | undefined },
): Promise<void> {
  const { configId } = context
  const before = await lockCoupon(tx, configId, id)
  await requireVersion(tx, context, { subject: 'coupon', subjectId: id, version })
  const after = checked({ ...before, ...changes })
  await tx
    .updateTable('coupon')
    .set(rowOf(after))
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch(refuseSameCode(after.code))
  if (after.oncePerCustomer && !before.oncePerCustomer) await countFormerUses(tx, configId, id)
  await record(tx, {
    ...context,
    action: 'update',
    subject: 'coupon',
    subjectId: id,
    before,
    after: { ...after },
  })
}

/** Deletes a coupon. AppError 404 where there is none, 409 `coupon_used` where an order has named it. */
export async function deleteCoupon(tx: Transaction, context: WriteContext, id: number): Promise<void> {
  const { configId } = context
  const before = await lockCoupon(tx, configId, id)
  await tx
    .deleteFrom('coupon')
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => {
      if (!orderOf.has(violation(error)?.constraint ?? '')) throw error
      const words = `${before.code} was used for an order, which still names it. It can be switched off instead.`
      throw new AppError(409, 'coupon_used', words)
    })
  await record(tx, { ...context, action: 'delete', subject: 'coupon', subjectId: id, before })
}

/** As it is stored, locked until the transaction ends. AppError 404 where there is none. */
export async function lockCoupon(tx: Transaction, configId: number, id: number) {
  const row = await tx
    .selectFrom('coupon')
    .select(['code', 'kind', 'percent', 'amount', 'minimum', 'is_active as isActive'])
    .select(['starts_at as startsAt', 'ends_at as endsAt', 'usage_limit as usageLimit'])
    .select([
      'category_ids as categoryIds',
      'product_ids as productIds',
      'once_per_customer as oncePerCustomer',
    ])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw noSuchCoupon()
  return { ...row, kind: row.kind as CouponKind } satisfies CouponInput
}

export const noSuchCoupon = () => new AppError(404, 'not_found', 'There is no such coupon.')

/** What refers to a coupon that was used. */
const orderOf = new Set(['shop_order_config_id_coupon_id_fkey', 'coupon_use_config_id_coupon_id_fkey'])

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

/** Its kind decides which figure means something. */
function checked(input: CouponInput): CouponInput {
  const { kind, startsAt, endsAt } = input
  const percent = kind === 'percent' ? input.percent : null
  const amount = kind === 'amount' ? input.amount : null
  const issues = []
  if (kind === 'percent' && !percent)
    issues.push({ path: 'percent', message: 'Say how many percent it takes off' })
  if (kind === 'amount' && !amount) issues.push({ path: 'amount', message: 'Say how much it takes off' })
  if (startsAt && endsAt && startsAt >= endsAt)
    issues.push({ path: 'endsAt', message: 'The end must be after the beginning' })
  if (issues[0]) throw new AppError(400, 'invalid_input', issues[0].message, issues)
  return { ...input, percent, amount }
}

/** From now on it is once for each customer: the first use of each counts as that one. */
async function countFormerUses(tx: Transaction, configId: number, id: number): Promise<void> {
  await sql`
    update coupon_use u set once = true
    where config_id = ${configId} and coupon_id = ${id} and not exists (
      select from coupon_use o where o.config_id = u.config_id and o.coupon_id = u.coupon_id
        and o.customer = u.customer and (o.once, -o.order_id) > (u.once, -u.order_id))`.execute(tx)
}

function refuseSameCode(code: string) {
  return (error: unknown): never => {
    if (violation(error)?.constraint !== 'coupon_config_id_code_key') throw error
    const issues = [{ path: 'code', message: 'There is a coupon with this code already' }]
    throw new AppError(409, 'code_taken', `There is a coupon ${code} already`, issues)
  }
}
