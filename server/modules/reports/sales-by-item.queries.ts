import { sql, type RawBuilder } from 'kysely'
import { countsOrders, type SalesKind, type SalesSort } from '#contract/reports/report.ts'
import type { Database } from '#server/db/connect.ts'
import { platformHost } from '#server/modules/checkout-sessions/index.ts'
import type { Period } from './period.ts'
import {
  orderLinesJoin,
  refundLinesJoin,
  isCurrentSale,
  fromRefunds,
  isCurrentRefund,
  fromSales,
  type ReportShop,
  type SalesTotals,
} from './sales-sql.ts'

/** The sales of a product, category, coupon or source; amounts in minor units. */
export interface ItemSales extends Omit<SalesTotals, 'orders'> {
  id: number | null
  name: string
  /** For days, coupons and sources. An order contains several products, so it is not counted for any of them. */
  orders: number | null
  /** For products and categories. */
  units: number | null
  /** Sales of the previous period. */
  before: number
}

type ItemKind = Exclude<SalesKind, 'day'>

interface Paging {
  sort: SalesSort
  limit: number | null
  offset: number
}

/** A page of the sales by item, and the number of rows. All rows add up to the sales of the shop exactly. */
export async function readSalesByItem(
  db: Database,
  shop: ReportShop,
  period: Period,
  kind: ItemKind,
  { sort, limit, offset }: Paging,
): Promise<{ rows: ItemSales[]; total: number }> {
  const { name, join } = nameSources[kind](shop.shopId)
  const facts =
    kind === 'product' || kind === 'category'
      ? lineFacts(shop, period, kind)
      : orderFacts(shop, period, orderColumns[kind])
  const { rows } = await sql<SalesTotals & ItemSales & { total: number }>`
    select s.id, s.orders, s.units, s.ordered, s.coupon, s.refunds, s.before, ${name} as name, count(*) over ()::int as total
    from (
      select id, coalesce(sum(orders) filter (where "isCurrent"), 0)::int as orders,
        coalesce(sum(units) filter (where "isCurrent"), 0)::bigint as units,
        coalesce(sum(ordered) filter (where "isCurrent"), 0)::float8 as ordered,
        coalesce(sum(coupon) filter (where "isCurrent"), 0)::float8 as coupon,
        coalesce(sum(refunds) filter (where "isCurrent"), 0)::float8 as refunds,
        coalesce(sum(ordered - refunds) filter (where not "isCurrent"), 0)::float8 as before
      from (${facts}) facts group by id
    ) s
    left join ${join}
    order by ${sortOrders[sort](name)}, s.id nulls last
    limit ${limit} offset ${offset}`.execute(db)
  return {
    rows: rows.map((row) => ({
      ...row,
      orders: countsOrders(kind) ? row.orders : null,
      units: countsOrders(kind) ? null : row.units,
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Lines count for the product's current category. Shipping and refunds without a line are a row of their own. */
function lineFacts(shop: ReportShop, period: Period, kind: 'product' | 'category'): RawBuilder<unknown> {
  const product = sql`join product p on p.config_id = l.config_id and p.id = l.product_id`
  const [id, joins] = kind === 'product' ? [sql`l.product_id`, sql``] : [sql`p.category_id`, product]
  const currentSale = isCurrentSale(period)
  const currentRefund = isCurrentRefund(period)
  return sql`
    select ${id} as id, ${currentSale} as "isCurrent", 0 as orders, sum(l.quantity) as units, sum(l.total) as ordered,
      sum(l.coupon_discount) as coupon, 0 as refunds
    ${fromSales(shop, period, sql`${orderLinesJoin} ${joins}`)} group by 1, 2
    union all
    select ${id}, ${currentRefund}, 0, 0, 0, 0, sum(x.amount)
    ${fromRefunds(shop, period, sql`${refundLinesJoin} ${joins}`)} group by 1, 2
    union all
    select null, ${currentSale}, 0, 0, sum(o.shipping_total), 0, 0 ${fromSales(shop, period)} and o.shipping_total > 0 group by 2
    union all
    select null, ${currentRefund}, 0, 0, 0, 0, sum(r.non_line_amount)
    ${fromRefunds(shop, period)} and r.non_line_amount <> 0 group by 2`
}

/** What whole orders are grouped by. */
const orderColumns = { coupon: sql`o.coupon_id`, source: sql`o.agent_platform_id` }

function orderFacts(shop: ReportShop, period: Period, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select ${id} as id, ${isCurrentSale(period)} as "isCurrent", count(*) as orders, 0 as units,
      sum(o.total) as ordered, sum(o.coupon_discount) as coupon, 0 as refunds
    ${fromSales(shop, period)} group by 1, 2
    union all
    select ${id}, ${isCurrentRefund(period)}, 0, 0, 0, 0, sum(r.amount)
    ${fromRefunds(shop, period)} group by 1, 2`
}

const nameSources: Record<
  ItemKind,
  (shopId: number) => { name: RawBuilder<string>; join: RawBuilder<unknown> }
> = {
  product: (shopId) => ({
    name: sql`coalesce(p.name, 'Shipping and other refunds')`,
    join: sql`product p on p.config_id = ${shopId} and p.id = s.id`,
  }),
  category: (shopId) => ({
    name: sql`case when s.id is null then 'Shipping and other refunds' else coalesce(c.name, 'Deleted category') end`,
    join: sql`category c on c.config_id = ${shopId} and c.id = s.id`,
  }),
  coupon: (shopId) => ({
    name: sql`coalesce(c.code, 'No coupon')`,
    join: sql`coupon c on c.config_id = ${shopId} and c.id = s.id`,
  }),
  source: (shopId) => ({
    name: sql`coalesce(${platformHost('a')}, 'Own shop')`,
    join: sql`agent_platform a on a.config_id = ${shopId} and a.id = s.id`,
  }),
}

const sortOrders: Record<SalesSort, (name: RawBuilder<string>) => RawBuilder<unknown>> = {
  name: (name) => sql`lower(${name})`,
  name_desc: (name) => sql`lower(${name}) desc`,
  orders: () => sql`s.orders`,
  orders_desc: () => sql`s.orders desc`,
  units: () => sql`s.units`,
  units_desc: () => sql`s.units desc`,
  sales: () => sql`s.ordered - s.refunds`,
  sales_desc: () => sql`s.ordered - s.refunds desc`,
}
