import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { CashHistory } from './cash-risk.rules.ts'

interface Person {
  userId: number | null
  email: string
  phone: string
  /** The order that is rated, if it exists already. */
  except?: number
}

/**
 * What the shop knows of a person. Each branch reads at most 50 orders from an index: those of the account, of a guest, and the cash
 * orders of the email and of the phone number. It is not prepared: without statistics, a general plan reads all orders.
 */
export async function findCashHistory(
  db: Database,
  shopId: number,
  { userId, email, phone, except = 0 }: Person,
): Promise<CashHistory> {
  const columns = sql`o.id, o.status, o.payment_method, o.delivered_at, o.confirmed_at, o.deposit`
  const { rows } = await sql<CashHistory>`
    with found as (
      (select ${columns}, true as own from shop_order o
        where o.config_id = ${shopId} and o.user_id = ${userId}::int limit 50)
      union all
      (select ${columns}, true from shop_order o
        where o.config_id = ${shopId} and o.user_id is null and lower(o.email) = lower(${email}::text)
          and ${email}::text <> '' limit 50)
      union all
      (select ${columns}, true from shop_order o
        where o.config_id = ${shopId} and o.payment_method = 'cod' and lower(o.email) = lower(${email}::text)
          and ${email}::text <> '' limit 50)
      union all
      (select ${columns}, false from shop_order o
        where o.config_id = ${shopId} and o.payment_method = 'cod' and phone_key(o.phone) = phone_key(${phone}::text)
          and phone_key(${phone}::text) <> '' limit 50)
    ), orders as (
      select id, bool_or(own) as own,
        min(payment_method) = 'cod' as is_cash,
        min(delivered_at) is not null as is_delivered,
        min(status) = 'returned' and min(delivered_at) is null as is_back,
        min(status) = 'cancelled' and min(confirmed_at) is null and min(deposit) = 0 as is_unconfirmed
      from found where id <> ${except} group by id
    ), usual as (
      select count(*)::int as compared, coalesce(avg(total), 0)::float8 as usual from (
        select total from shop_order where config_id = ${shopId} and payment_method = 'cod' order by id desc limit 100
      ) latest
    )
    select
      count(*) filter (where own and is_delivered)::int as delivered,
      count(*) filter (where is_cash and own and (is_delivered or is_back))::int as ended,
      count(*) filter (where is_cash and own and is_back)::int as "cameBack",
      count(*) filter (where is_cash and not own and is_back)::int as "phoneRefused",
      count(*) filter (where is_cash and own and is_unconfirmed)::int as "neverConfirmed",
      (select compared from usual), (select usual from usual)
    from orders`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The history has one row')
  return row
}
