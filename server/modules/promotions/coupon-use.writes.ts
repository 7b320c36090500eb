import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { usedAlready, usedUp, type Coupon } from './coupon.rules.ts'

/**
 * Uses a coupon for an order, which is written already; `customers` are the keys of who orders. Of any number of calls at
 * once no more than its limit succeed: each locks the coupon until its transaction ends. AppError 409 `coupon_used_up`,
 * `coupon_used` or `coupon_ended` where it cannot be had; what the transaction has written must not be committed then.
 */
export async function takeCoupon(
  tx: Transaction,
  configId: number,
  { id, code }: Pick<Coupon, 'id' | 'code'>,
  orderId: number,
  customers: readonly string[],
): Promise<void> {
  // Under the lock a use that another transaction has just committed is no error but a row less.
  const { rows } = await sql<{ taken: number; written: number }>`
    with taken as (
      update coupon set used = used + 1
      where config_id = ${configId} and id = ${id} and is_active
        and (usage_limit is null or used < usage_limit)
        and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now())
      returning once_per_customer
    ), written as (
      insert into coupon_use (config_id, coupon_id, order_id, customer, once)
      select ${configId}, ${id}, ${orderId}, customer, once_per_customer
      from taken cross join unnest(${[...customers]}::text[]) customer
      on conflict do nothing
      returning 1
    )
    select (select count(*)::int from taken) as taken, (select count(*)::int from written) as written`.execute(
    tx,
  )
  const { taken = 0, written = 0 } = rows[0] ?? {}
  if (taken === 0) throw await refusal(tx, configId, id, code)
  if (written < customers.length) throw new AppError(409, 'coupon_used', usedAlready(code))
}

/** Takes back that an order has used a coupon: it can be used once more, and by the same customer. A second time nothing changes. */
export async function releaseCoupon(tx: Transaction, configId: number, orderId: number): Promise<void> {
  // The coupon first, as whoever takes it does.
  const { rows } = await sql<{ id: number }>`
    select id from coupon where config_id = ${configId} and id in (
      select coupon_id from coupon_use where config_id = ${configId} and order_id = ${orderId})
    order by id for no key update`.execute(tx)
  if (rows.length === 0) return
  await sql`
    with gone as (
      delete from coupon_use where config_id = ${configId} and order_id = ${orderId} returning coupon_id
    )
    update coupon set used = greatest(used - 1, 0)
    where config_id = ${configId} and id in (select coupon_id from gone)`.execute(tx)
}

async function refusal(tx: Transaction, configId: number, id: number, code: string): Promise<AppError> {
  const coupon = await tx
    .selectFrom('coupon')
    .select(['used', 'usage_limit'])
    .where('config_id', '=', configId)
    .where('id', '=', id)
    .executeTakeFirst()
  const { used = 0, usage_limit: limit = null } = coupon ?? {}
  return limit !== null && used >= limit
    ? new AppError(409, 'coupon_used_up', usedUp(code))
    : new AppError(409, 'coupon_ended', `The coupon ${code} does not hold any more.`)
}
