import { sql, type RawBuilder } from 'kysely'
import { orderGroups, type AdminOrderFilter, type AdminOrderSort } from '#contract/orders/admin-order.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { matchesCustom } from '#server/modules/custom-fields/index.ts'
import { minorDigits } from '#server/modules/pricing/index.ts'
import { hasDifferenceDue, isOrderToConfirm } from '../order/order.queries.ts'
import { searchCondition } from '#server/platform/record-search/search-condition.ts'

/** The filter of the order table as a condition on `shop_order as o`. Days are in the time zone of the shop. */
export async function filterCondition(
  db: Database,
  { shopId, timeZone, currency }: Pick<ShopContext, 'shopId' | 'timeZone' | 'currency'>,
  {
    group,
    status,
    payment,
    customer,
    coupon,
    problem,
    hold,
    due,
    confirm,
    source,
    platform,
    tag,
    custom,
    from,
    to,
    q,
  }: AdminOrderFilter,
): Promise<RawBuilder<boolean>> {
  const conditions = [sql`o.config_id = ${shopId}`]
  if (group) conditions.push(sql`o.status in (${sql.join(orderGroups[group].map((each) => sql.lit(each)))})`)
  if (status) conditions.push(sql`o.status = ${sql.lit(status)}`)
  if (payment) conditions.push(sql`o.payment_method = ${payment}`)
  // In two branches, so that each is answered by an index: the account, and what a guest ordered.
  if (customer)
    conditions.push(sql`o.id = any (array(
      select own.id from shop_order own where own.config_id = ${shopId} and own.user_id = ${customer}
      union all
      select own.id from customer c cross join lateral orders_of_customer(c.config_id, c.user_id, c.key) own
      where c.config_id = ${shopId} and (c.id = ${customer} or c.guest_id = ${customer})))`)
  if (coupon) conditions.push(sql`o.coupon_id = ${coupon}`)
  if (problem) conditions.push(sql`o.id = any (array(${ordersWithProblem[problem](shopId)}))`)
  if (hold) conditions.push(hold === 'on' ? sql`o.held_at is not null` : sql`o.held_at is null`)
  if (due) conditions.push(due === 'on' ? hasDifferenceDue : sql`not (${hasDifferenceDue})`)
  if (confirm) conditions.push(isOrderToConfirm)
  if (source)
    conditions.push(
      source === 'agents' ? sql`o.agent_platform_id is not null` : sql`o.agent_platform_id is null`,
    )
  if (platform) conditions.push(sql`o.agent_platform_id = ${platform}`)
  // Also as the condition of the index.
  if (tag) conditions.push(sql`o.tags @> array[${tag}::text] and o.tags <> '{}'`)
  if (custom) conditions.push(matchesCustom(shopId, 'order', custom, sql`o.id`))
  if (from) conditions.push(sql`o.placed_at >= ${from}::timestamp at time zone ${timeZone}`)
  if (to) conditions.push(sql`o.placed_at < (${to}::timestamp + interval '1 day') at time zone ${timeZone}`)
  if (q) {
    const search = {
      shopId,
      table: 'order_search_document',
      text: q,
      decimals: minorDigits(currency),
    } as const
    conditions.push(
      sql`o.id in (select d.order_id from order_search_document d where ${await searchCondition(db, search)})`,
    )
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

/** So many unpaid orders of one network in a day are a task for staff. */
const MANY_UNCONFIRMED = 20

/** Order ids, starting from the few refunds and payments that have a problem. */
const ordersWithProblem = {
  refund: (shopId: number) => sql`
    select r.order_id from refund r join shop_order f on f.config_id = r.config_id and f.id = r.order_id
    where r.config_id = ${shopId} and r.status = 'failed' and (r.currency is not null
      or (f.paid > f.refunded and (not r.is_excess or f.paid - f.excess_refunded > f.total)))`,
  // Polling closes the page of a cancelled order within seconds, so an open one after an hour is a problem.
  payment: (shopId: number) => sql`
    select p.order_id from payment p join shop_order f on f.config_id = p.config_id and f.id = p.order_id
    where p.config_id = ${shopId} and p.next_poll_at is not null and p.status = 'waiting' and f.status <> 'pending'
      and f.closed_at < now() - interval '1 hour'`,
  // Of a lost one, until staff have recorded its refund.
  dispute: (shopId: number) => sql`
    select d.order_id from payment_dispute d
    where d.config_id = ${shopId} and d.state <> 'won' and not (d.state = 'lost' and exists (
      select from refund r
      where r.config_id = ${shopId} and r.order_id = d.order_id and r.status = 'done' and r.created_at > d.state_at))`,
  // What staff should ship, or take, before it is gone.
  authorization: (shopId: number) => sql`
    select p.order_id from payment p
    where p.config_id = ${shopId} and p.status = 'authorized' and p.expires_at < now() + interval '2 days'`,
  // Someone may hold stock without meaning to pay: many unpaid orders of one network to addresses that are not confirmed.
  unconfirmed: (shopId: number) => sql`
    select f.id from shop_order f join (
      select placed_from from shop_order
      where config_id = ${shopId} and placed_from <> '' and paid = 0 and status in ('pending', 'confirmed')
        and placed_at > now() - interval '1 day'
      group by placed_from having count(*) >= ${MANY_UNCONFIRMED}
    ) n on n.placed_from = f.placed_from
    where f.config_id = ${shopId} and f.paid = 0 and f.status in ('pending', 'confirmed')
      and f.placed_at > now() - interval '1 day'`,
}

/** The sort orders of the table. Each matches an index. */
export const sortOrders: Record<AdminOrderSort, RawBuilder<unknown>> = {
  newest: sql`o.placed_at desc, o.id desc`,
  oldest: sql`o.placed_at, o.id`,
  risk: sql`o.cash_risk desc nulls last, o.placed_at, o.id`,
  total: sql`o.total, o.id`,
  total_desc: sql`o.total desc, o.id desc`,
}
