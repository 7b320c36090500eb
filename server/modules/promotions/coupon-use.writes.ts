import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { alreadyUsedMessage, noLongerValidMessage, usedUpMessage, type Coupon } from './coupon.rules.ts'

/**
 * Redeems a coupon for an inserted order, and locks it until the transaction ends, so that it never exceeds its limit.
 * AppError 409 `coupon_used_up`, `coupon_used` or `coupon_ended`; roll the transaction back then.
 */
export async function redeemCoupon(
  tx: Transaction,
  shopId: number,
  { id, code }: Pick<Coupon, 'id' | 'code'>,
  orderId: number,
  customerKeys: readonly string[],
): Promise<void> {
  // If another transaction has just committed the same use, the insert adds one row less instead of failing.
  const { rows } = await sql<{ redeemed: number; inserted: number }>`
    with redeemed as (
      update coupon set usage_count = usage_count + 1
      where config_id = ${shopId} and id = ${id} and is_active
        and (usage_limit is null or usage_count < usage_limit)
        and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now())
      returning once_per_customer
    ), inserted as (
      insert into coupon_use (config_id, coupon_id, order_id, customer, once_per_customer)
      select ${shopId}, ${id}, ${orderId}, customer, once_per_customer
      from redeemed cross join unnest(${[...customerKeys]}::text[]) customer
      on conflict do nothing
      returning 1
    )
    select (select count(*)::int from redeemed) as redeemed, (select count(*)::int from inserted) as inserted`.execute(
    tx,
  )
  const { redeemed = 0, inserted = 0 } = rows[0] ?? {}
  if (redeemed === 0) throw await refusal(tx, shopId, id, code)
  if (inserted < customerKeys.length) throw new AppError(409, 'coupon_used', alreadyUsedMessage(code))
}

/** Undoes the use of a coupon by an order, so that the customer can use it again. Repeating it changes nothing. */
export async function releaseCoupon(tx: Transaction, shopId: number, orderId: number): Promise<void> {
  // Redeeming locks the coupon first too, so the two never deadlock.
  const locking = sql`
    select from coupon where config_id = ${shopId} and id in (
      select coupon_id from coupon_use where config_id = ${shopId} and order_id = ${orderId})
    order by id for no key update`.execute(tx)
  const releasing = sql`
    with released as (
      delete from coupon_use where config_id = ${shopId} and order_id = ${orderId} returning coupon_id
    )
    update coupon set usage_count = greatest(usage_count - 1, 0)
    where config_id = ${shopId} and id in (select coupon_id from released)`.execute(tx)
  await Promise.all([locking, releasing])
}

async function refusal(tx: Transaction, shopId: number, id: number, code: string): Promise<AppError> {
  const coupon = await tx
    .selectFrom('coupon')
    .select(['usage_count as used', 'usage_limit'])
    .where('config_id', '=', shopId)
    .where('id', '=', id)
    .executeTakeFirst()
  const { used = 0, usage_limit: limit = null } = coupon ?? {}
  return limit !== null && used >= limit
    ? new AppError(409, 'coupon_used_up', usedUpMessage(code))
    : new AppError(409, 'coupon_ended', noLongerValidMessage(code))
}
