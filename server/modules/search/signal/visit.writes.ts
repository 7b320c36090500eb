import { sql, type RawBuilder } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { searchKey } from '../search-key.ts'
import { learnsFromClicks } from './learning.ts'
import { clickWeight } from './signal.rules.ts'
import type { WeekShopper } from './week-shopper.ts'

/** Texts and clicks of one shopper that a week stores. */
const MAX_TEXTS_PER_SHOPPER = 50
const MAX_CLICKS_PER_SHOPPER = 200
/** Fewer shoppers who open the same result in one week say nothing. */
const MIN_SHOPPERS = 3
/** An order counts like this many clicks at the same position. */
const ORDER_WEIGHT = 5

/** A search of one shopper. */
export interface Visit {
  shopId: number
  shopper: WeekShopper
  /** The search text as typed. */
  q: string
}

/** Remembers a search for the clicks that may follow. */
export async function noteSearch(
  db: Database,
  { shopId, shopper: { week, hash }, q }: Visit,
  resultCount: number,
): Promise<void> {
  await sql`
    insert into search_visit (config_id, week, shopper, q, result_count)
    select ${shopId}::int, ${week}::date, ${hash}::bytea, ${searchKey(q)}, ${resultCount}::int
    where ${learnsFromClicks(shopId)} and (
      select count(*) from search_visit where config_id = ${shopId} and week = ${week} and shopper = ${hash}
    ) < ${MAX_TEXTS_PER_SHOPPER}
    on conflict (config_id, week, shopper, q) do update
      set searched_at = now(), result_count = excluded.result_count`.execute(db)
}

/**
 * Counts the click of a shopper on a result, once per text, product and week, if the shopper searched for the text within a day.
 * Where nothing was found, the page shows products that are no results.
 * `position` counts from 1 over all pages of the results. The third shopper brings those before into the signal.
 */
export async function noteClick(
  db: Database,
  {
    shopId,
    shopper: { week, hash },
    q,
    productId,
    position,
  }: Visit & { productId: number; position: number },
): Promise<void> {
  const key = searchKey(q)
  await addToSignal(
    shopId,
    sql`visit as (
      update search_visit set clicked_at = now()
      where config_id = ${shopId} and week = ${week} and shopper = ${hash} and q = ${key}
        and searched_at > now() - interval '1 day' and result_count > 0
      returning q
    ), click as (
      insert into search_visit_click (config_id, week, shopper, q, product_id, weight)
      select ${shopId}::int, ${week}::date, ${hash}::bytea, q, ${productId}::int, ${clickWeight(position)}::real from visit
      where exists (
        select from product where config_id = ${shopId} and id = ${productId} and deleted_at is null
      ) and (
        select count(*) from search_visit_click where config_id = ${shopId} and week = ${week} and shopper = ${hash}
      ) < ${MAX_CLICKS_PER_SHOPPER}
      on conflict do nothing
      returning q, product_id, weight
    ), earlier as (
      select count(*) as shoppers, count(ordered_at) as orders,
        sum(weight * case when ordered_at is null then 1 else ${1 + ORDER_WEIGHT} end) as weight
      from search_visit_click
      where config_id = ${shopId} and week = ${week} and q = ${key} and product_id = ${productId}
    ), added as (
      select c.q, c.product_id, c.weight + case when is_first then e.weight else 0 end as weight,
        1 + case when is_first then e.shoppers else 0 end as shoppers,
        case when is_first then e.orders else 0 end as orders
      from click c cross join earlier e cross join lateral (select e.shoppers = ${MIN_SHOPPERS - 1} as is_first) f
      where e.shoppers >= ${MIN_SHOPPERS - 1}
    )`,
  ).execute(db)
}

/**
 * Counts the order of products that the shopper opened from a search within the last three days: for each product, the latest of
 * these searches, once. `shoppers` are the hashes of this week and the last one.
 */
export async function noteOrder(
  db: Database,
  {
    shopId,
    shoppers,
    productIds,
  }: { shopId: number; shoppers: readonly WeekShopper[]; productIds: readonly number[] },
): Promise<void> {
  const weeks = shoppers.map(({ week }) => week)
  const hashes = shoppers.map(({ hash }) => hash)
  // Most orders follow no search, and planning the count takes longer than this question.
  const { rows } = await prepared(
    'find_search_clicks',
    sql`select from unnest(${weeks}::date[], ${hashes}::bytea[]) as s (week, hash) where exists (
      select from search_visit_click c where c.config_id = ${shopId} and c.week = s.week and c.shopper = s.hash
    ) limit 1`,
  ).execute(db)
  if (rows.length === 0) return
  await addToSignal(
    shopId,
    sql`opened as (
      select distinct on (product_id) config_id, week, shopper, q, product_id from search_visit_click
      where config_id = ${shopId} and (week, shopper) in (select * from unnest(${weeks}::date[], ${hashes}::bytea[]))
        and product_id = any(${productIds}::int[]) and clicked_at > now() - interval '3 days'
      order by product_id, clicked_at desc
    ), ordered as (
      update search_visit_click c set ordered_at = now() from opened o
      where (c.config_id, c.week, c.q, c.product_id, c.shopper) = (o.config_id, o.week, o.q, o.product_id, o.shopper)
        and c.ordered_at is null
      returning c.week, c.q, c.product_id, c.weight
    ), added as (
      select q, product_id, ${ORDER_WEIGHT} * weight as weight, 0 as shoppers, 1 as orders from ordered o
      where (
        select count(*) from search_visit_click c
        where c.config_id = ${shopId} and c.week = o.week and c.q = o.q and c.product_id = o.product_id
      ) >= ${MIN_SHOPPERS}
    )`,
  ).execute(db)
}

/** Ends an insert into `search_signal_product as p`: its numbers are added to what is left of those before. */
export const addToWhatIsLeft = sql`
  on conflict (config_id, signal_id, product_id) do update set
    weight = search_signal_now(p.weight, p.counted_on) + excluded.weight,
    shoppers = search_signal_now(p.shoppers, p.counted_on) + excluded.shoppers,
    orders = search_signal_now(p.orders, p.counted_on) + excluded.orders,
    counted_on = current_date`

/** Adds the rows of `added` to what counts today. `ctes` are its common table expressions. */
const addToSignal = (shopId: number, ctes: RawBuilder<unknown>) => sql`
  with ${ctes}, signal as (
    insert into search_signal (config_id, q) select ${shopId}::int, q from added group by q order by q
    on conflict (config_id, q) do update set changed_at = now()
    returning id, q
  )
  insert into search_signal_product as p (config_id, signal_id, product_id, weight, shoppers, orders)
  select ${shopId}::int, id, product_id, weight, shoppers, orders from added join signal using (q) order by q, product_id
  ${addToWhatIsLeft}`
