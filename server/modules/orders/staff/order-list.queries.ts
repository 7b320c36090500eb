import { sql } from 'kysely'
import { MAX_SELECTED_ORDERS } from '#contract/orders/order-actions.ts'
import type { AdminOrderFilter, AdminOrderRow, AdminOrderSort } from '#contract/orders/admin-order.ts'
import type { OrderStatus } from '#contract/orders/order.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { ShopContext } from '#server/http/route.ts'
import { orderSource } from '#server/modules/checkout-sessions/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
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
  linecount: number
  isOnHold: boolean
  productnames: string[]
  source: string | null
}

interface Paging {
  page: number
  limit: number
  sort: AdminOrderSort
}

/** A page of the order table, and the number of matching orders. */
export async function listOrdersForStaff(
  db: Database,
  shop: ShopContext,
  filter: AdminOrderFilter,
  { page, limit, sort }: Paging,
): Promise<{ data: Omit<AdminOrderRow, 'paymentName'>[]; total: number }> {
  const where = await filterCondition(db, shop, filter)
  const offset = (page - 1) * limit
  const rows = sql<Row>`
    select o.id, o.number, o.serial, o.status, o.placed_at as "placedAt", o.currency, o.total,
      o.status = 'confirmed' and o.first_shipped_at is not null as "isPartlyShipped",
      o.held_at is not null as "isOnHold",
      o.paid - o.refunded >= o.total as "isPaid", o.shipping_address ->> 'fullName' as customer, o.email,
      o.payment_method as "paymentMethod", ${orderSource('o')} as source,
      l.quantity, l.linecount, l.productnames
    from (
      select c.id, row_number() over () as position from (
        select o.id from shop_order o where ${where} order by ${sortOrders[sort]} limit ${limit} offset ${offset}
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
    const counted = await sql<{ total: number }>`
      select count(*)::int as total from shop_order o where ${where}`.execute(db)
    return counted.rows[0]?.total ?? 0
  }
  // A first page that is not full contains all matching orders, so they need no count.
  const firstPageSize = page === 1 ? (await rows).rows.length : limit
  const [{ rows: found }, total] = await Promise.all([rows, firstPageSize < limit ? firstPageSize : count()])
  return {
    data: found.map(({ placedAt, total: minor, ...row }) => ({
      ...row,
      placedAt: placedAt.toISOString(),
      total: toMajor(minor, row.currency),
    })),
    total,
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
