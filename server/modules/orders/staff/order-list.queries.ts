import { sql } from 'kysely'
import { MAX_SELECTED_ORDERS } from '#contract/orders/order-actions.ts'
import type { AdminOrderFilter, AdminOrderRow, AdminOrderSort } from '#contract/orders/admin-order.ts'
import { riskText } from '#contract/orders/cash/cash-risk.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { orderSource } from '#server/modules/checkout-sessions/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { isOrderToConfirm } from '../order/order.queries.ts'
import { filterCondition, sortOrders } from './order-filter.ts'

interface Row {
  id: number
  number: string
  serial: string
  status: OrderStatus
  placedAt: Date
  currency: string
  total: number
  isPaid: boolean
  customer: string
  email: string
  paymentMethod: string
  quantity: number
  isPartlyShipped: boolean
  isToConfirm: boolean
  linecount: number
  isOnHold: boolean
  productnames: string[]
  source: string | null
  tags: string[]
  cashReasons: string[]
}

interface Paging {
  page: number
  limit: number
  sort: AdminOrderSort
}

/**
 * How many orders have a page. A page far from the first is read by counting all orders before it, and nobody turns that many:
 * another sort order, a filter or a word more is faster for people, too.
 */
const REACHABLE = 100_000

/** A search counts as many orders as can be selected. */
const SEARCH_BOUNDS = { counted: MAX_SELECTED_ORDERS, reachable: 1000 }

/** A page of the order table, and the number of matching orders. */
export async function listOrdersForStaff(
  db: Database,
  shop: ShopContext,
  filter: AdminOrderFilter,
  { page, limit, sort }: Paging,
  searchBounds = SEARCH_BOUNDS,
): Promise<{
  data: Omit<AdminOrderRow, 'paymentName'>[]
  total: number
  hasMore: boolean
  reachable: number
}> {
  const where = await filterCondition(db, shop, filter)
  const offset = (page - 1) * limit
  const { counted, reachable } = filter.q ? searchBounds : { counted: Infinity, reachable: REACHABLE }
  const bound = counted === Infinity ? sql`` : sql`limit ${counted + 1}`
  const onPage = Math.max(0, Math.min(limit, reachable - offset))
  const rows = sql<Row>`
    select o.id, o.number, o.serial, o.status, o.placed_at as "placedAt", o.currency, o.total,
      o.status = 'confirmed' and o.first_shipped_at is not null as "isPartlyShipped",
      ${isOrderToConfirm} as "isToConfirm",
      o.held_at is not null as "isOnHold",
      o.paid - o.refunded >= o.total as "isPaid", o.shipping_address ->> 'fullName' as customer, o.email,
      o.payment_method as "paymentMethod", ${orderSource('o')} as source, o.tags, o.cash_reasons as "cashReasons",
      l.quantity, l.linecount, l.productnames
    from (
      select c.id, row_number() over () as position from (
        select o.id from shop_order o where ${where} order by ${sortOrders[sort]} limit ${onPage} offset ${offset}
      ) c
    ) chosen
    join shop_order o on o.config_id = ${shop.shopId} and o.id = chosen.id
    cross join lateral (
      select coalesce(sum(quantity), 0)::int as quantity, count(*)::int as linecount,
        coalesce((array_agg(name::text order by position))[:3], '{}') as productnames
      from order_line where config_id = o.config_id and order_id = o.id
    ) l
    order by chosen.position`.execute(db)
  const count = async () => {
    const all = await sql<{ total: number }>`
      select count(*)::int as total from (select from shop_order o where ${where} ${bound}) matching`.execute(
      db,
    )
    return all.rows[0]?.total ?? 0
  }
  // A first page that is not full contains all matching orders, so they need no count.
  const firstPageSize = page === 1 ? (await rows).rows.length : limit
  const [{ rows: found }, matching] = await Promise.all([
    rows,
    firstPageSize < limit ? firstPageSize : count(),
  ])
  return {
    data: found.map(({ placedAt, total: minor, ...row }) => ({
      ...row,
      placedAt: placedAt.toISOString(),
      cashReasons: row.cashReasons.map(riskText),
      total: toMajor(minor, row.currency),
    })),
    total: Math.min(matching, counted),
    hasMore: matching > counted,
    reachable: Math.min(matching, reachable),
  }
}

/** Which orders match a filter, oldest first. AppError 400 `too_many` if they are more than a selection can be. */
export async function selectOrders(
  db: Database,
  shop: ShopContext,
  filter: AdminOrderFilter,
): Promise<{ id: number; number: string; serial: string }[]> {
  const where = await filterCondition(db, shop, filter)
  const { rows } = await sql<{ id: number; number: string; serial: string }>`
    select o.id, o.number, o.serial from shop_order o where ${where}
    order by ${sortOrders.oldest} limit ${MAX_SELECTED_ORDERS + 1}`.execute(db)
  if (rows.length <= MAX_SELECTED_ORDERS) return rows
  const most = MAX_SELECTED_ORDERS.toLocaleString(shop.locale)
  throw new AppError(400, 'too_many', `Up to ${most} orders can be selected at once. Narrow the filter`)
}

/** The tags in use, most used first. */
export async function listTags(db: Database, shopId: number): Promise<{ tag: string; orders: number }[]> {
  const { rows } = await sql<{ tag: string; orders: number }>`
    select tag, count(*)::int as orders from shop_order o cross join unnest(o.tags) as tag
    where o.config_id = ${shopId} and o.tags <> '{}'
    group by tag order by orders desc, tag limit 200`.execute(db)
  return rows
}
