import { sql } from 'kysely'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { FoundOrder, StaffSearchResult } from '#contract/search/staff-search.ts'
import type { Database } from '#server/db/connect.ts'
import { containing } from '#server/db/like.ts'
import type { ShopContext } from '#server/http/route.ts'
import { matchesCustomer } from '#server/modules/identity/index.ts'
import { minorDigits, toMajor } from '#server/modules/pricing/index.ts'
import { searchCondition } from '#server/platform/record-search/search-condition.ts'

interface Search {
  q: string
  limit: number
}

interface OrderFound {
  number: string
  serial: string
  customer: string
  status: OrderStatus
  placedAt: Date
  total: number
  currency: string
}

/** The digits at the end of a serial: `2026-000123`. */
const SERIAL_DIGITS = 6

/** Orders that match: those with exactly this number, those whose serial ends with it, then the newest. */
export async function findOrders(
  db: Database,
  { shopId, currency }: ShopContext,
  { q, limit }: Search,
): Promise<FoundOrder[]> {
  const search = { shopId, table: 'order_search_document', text: q, decimals: minorDigits(currency) } as const
  const condition = await searchCondition(db, search)
  const number = q.replace(/^#/, '').toUpperCase()
  const sequence = number.length <= SERIAL_DIGITS && /^\d+$/.test(number) ? number : undefined
  const byEnd = sequence
    ? sql`union all (
        select d.order_id, 1 from order_search_document d
        where d.config_id = ${shopId} and d.text like ${`%${sequence.padStart(SERIAL_DIGITS, '0')} %`}
        order by d.order_id desc limit ${limit})`
    : sql``
  // Each part has its own limit: a year is part of every serial, and sorting all of them takes long.
  const { rows } = await sql<OrderFound>`
    select o.number, o.serial, o.shipping_address ->> 'fullName' as customer, o.status, o.placed_at as "placedAt", o.total,
      o.currency
    from (
      select order_id, min(rank) as rank from (
        (select id as order_id, 0 as rank from shop_order
          where config_id = ${shopId} and (serial_key(serial) = serial_key(${number}) or number = ${number}))
        ${byEnd}
        union all (
          select d.order_id, 2 from order_search_document d where ${condition} order by d.order_id desc limit ${limit})
      ) each group by order_id
    ) found
    join shop_order o on o.config_id = ${shopId} and o.id = found.order_id
    order by found.rank, o.placed_at desc, o.id desc limit ${limit}`.execute(db)
  return rows.map(({ placedAt, total, ...order }) => ({
    ...order,
    placedAt: placedAt.toISOString(),
    total: toMajor(total, order.currency),
  }))
}

type Found<K extends keyof StaffSearchResult> = NonNullable<StaffSearchResult[K]>[number]

/** Customers that match, guests included, the newest first. */
export async function findCustomers(
  db: Database,
  { shopId }: ShopContext,
  { q, limit }: Search,
): Promise<Found<'customers'>[]> {
  const { rows } = await sql<Found<'customers'>>`
    select c.id, c.name as "fullName", c.email from customer c
    where c.config_id = ${shopId} and ${await matchesCustomer(db, shopId, q)}
    order by c.id desc limit ${limit}`.execute(db)
  return rows
}

/** Products of every status: those with a matching SKU, an exact one first, then those whose name has each word. */
export async function findProducts(
  db: Database,
  { shopId }: ShopContext,
  { q, limit }: Search,
): Promise<Found<'products'>[]> {
  const text = q.toLowerCase()
  const words = text.split(/\s+/).map((word) => sql`strpos(l.name_key, ${word}) > 0`)
  // Two characters are part of nearly every SKU, so they must be all of it.
  const hasSku = text.length < 3 ? sql`lower(v.sku) = ${text}` : sql`lower(v.sku) like ${containing(text)}`
  const { rows } = await sql<Found<'products'>>`
    select p.id, p.name, found.sku, p.status
    from (
      select product_id, min(sku) as sku, min(rank) as rank from (
        (select v.product_id, v.sku, case when lower(v.sku) = ${text} then 0 else 1 end as rank from variant v
          where v.config_id = ${shopId} and v.retired_at is null and v.sku is not null and ${hasSku}
          order by rank, v.product_id limit ${limit})
        union all
        (select l.product_id, null, 2 from product_listing l
          where l.config_id = ${shopId} and ${sql.join(words, sql` and `)}
          order by l.name_key, l.product_id limit ${limit})
      ) each group by product_id
    ) found
    join product p on p.config_id = ${shopId} and p.id = found.product_id and p.deleted_at is null
    order by found.rank, lower(p.name), p.id limit ${limit}`.execute(db)
  return rows
}
