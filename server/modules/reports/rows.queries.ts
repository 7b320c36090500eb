import { sql, type RawBuilder } from 'kysely'
import type { SalesKind, SalesSort } from '#contract/report.ts'
import type { Database } from '#server/db/connect.ts'
import type { Period } from './period.ts'
import {
  linesOfOrders,
  linesOfRefunds,
  orderedNow,
  paidBackRefunds,
  refundedNow,
  soldOrders,
  type CountedShop,
  type Sums,
} from './sold.ts'

/** One product, category or coupon; amounts are minor units. */
export interface FoundRow extends Omit<Sums, 'orders'> {
  id: number | null
  name: string
  /** Of days and coupons; an order has several products, and is counted with none of them. */
  orders: number | null
  /** Of products and categories. */
  pieces: number | null
  /** Sales of the period before. */
  before: number
}

export type RowKind = Exclude<SalesKind, 'day'>

interface Paged {
  sort: SalesSort
  limit: number | null
  offset: number
}

/** What was sold of each, and how many rows there are. All of them together are the sales of the shop, to the last unit. */
export async function readRows(
  db: Database,
  shop: CountedShop,
  period: Period,
  kind: RowKind,
  { sort, limit, offset }: Paged,
): Promise<{ rows: FoundRow[]; total: number }> {
  const { name, join } = names[kind](shop.configId)
  const facts = kind === 'coupon' ? couponFacts(shop, period) : lineFacts(shop, period, kind)
  const { rows } = await sql<Sums & FoundRow & { total: number }>`
    select s.*, ${name} as name, count(*) over ()::int as total
    from (
      select id, coalesce(sum(orders) filter (where "isNow"), 0)::int as orders,
        coalesce(sum(pieces) filter (where "isNow"), 0)::int as pieces,
        coalesce(sum(ordered) filter (where "isNow"), 0)::bigint as ordered,
        coalesce(sum(coupon) filter (where "isNow"), 0)::bigint as coupon,
        coalesce(sum(refunds) filter (where "isNow"), 0)::bigint as refunds,
        coalesce(sum(ordered - refunds) filter (where not "isNow"), 0)::bigint as before
      from (${facts}) facts group by id
    ) s
    left join ${join}
    order by ${orders[sort](name)}, s.id nulls last
    limit ${limit} offset ${offset}`.execute(db)
  return {
    rows: rows.map((row) => ({
      ...row,
      orders: kind === 'coupon' ? row.orders : null,
      pieces: kind === 'coupon' ? null : row.pieces,
    })),
    total: rows[0]?.total ?? 0,
  }
}

/** Lines belong to their product, which is in the category where it is today; what is of no line is a row of its own. */
function lineFacts(shop: CountedShop, period: Period, kind: 'product' | 'category'): RawBuilder<unknown> {
  const product = sql`join product p on p.config_id = l.config_id and p.id = l.product_id`
  const [id, more] = kind === 'product' ? [sql`l.product_id`, sql``] : [sql`p.category_id`, product]
  const now = orderedNow(period)
  const then = refundedNow(period)
  return sql`
    select ${id} as id, ${now} as "isNow", 0 as orders, sum(l.quantity) as pieces, sum(l.total) as ordered,
      sum(l.coupon_discount) as coupon, 0 as refunds
    ${soldOrders(shop, period, sql`${linesOfOrders} ${more}`)} group by 1, 2
    union all
    select ${id}, ${then}, 0, 0, 0, 0, sum(x.amount)
    ${paidBackRefunds(shop, period, sql`${linesOfRefunds} ${more}`)} group by 1, 2
    union all
    select null, ${now}, 0, 0, sum(o.shipping), 0, 0 ${soldOrders(shop, period)} and o.shipping > 0 group by 2
    union all
    select null, ${then}, 0, 0, 0, 0, sum(r.beyond_lines)
    ${paidBackRefunds(shop, period)} and r.beyond_lines <> 0 group by 2`
}

function couponFacts(shop: CountedShop, period: Period): RawBuilder<unknown> {
  return sql`
    select o.coupon_id as id, ${orderedNow(period)} as "isNow", count(*) as orders, 0 as pieces,
      sum(o.total) as ordered, sum(o.coupon_discount) as coupon, 0 as refunds
    ${soldOrders(shop, period)} group by 1, 2
    union all
    select o.coupon_id, ${refundedNow(period)}, 0, 0, 0, 0, sum(r.amount)
    ${paidBackRefunds(shop, period)} group by 1, 2`
}

const names: Record<RowKind, (configId: number) => { name: RawBuilder<string>; join: RawBuilder<unknown> }> =
  {
    product: (configId) => ({
      name: sql`coalesce(p.name, 'Delivery, and refunds of no product')`,
      join: sql`product p on p.config_id = ${configId} and p.id = s.id`,
    }),
    category: (configId) => ({
      name: sql`case when s.id is null then 'Delivery, and refunds of no product' else coalesce(c.name, 'Deleted category') end`,
      join: sql`category c on c.config_id = ${configId} and c.id = s.id`,
    }),
    coupon: (configId) => ({
      name: sql`coalesce(c.code, 'Without a coupon')`,
      join: sql`coupon c on c.config_id = ${configId} and c.id = s.id`,
    }),
  }

const orders: Record<SalesSort, (name: RawBuilder<string>) => RawBuilder<unknown>> = {
  name: (name) => sql`lower(${name})`,
  name_desc: (name) => sql`lower(${name}) desc`,
  orders: () => sql`s.orders`,
  orders_desc: () => sql`s.orders desc`,
  pieces: () => sql`s.pieces`,
  pieces_desc: () => sql`s.pieces desc`,
  sales: () => sql`s.ordered - s.refunds`,
  sales_desc: () => sql`s.ordered - s.refunds desc`,
}
