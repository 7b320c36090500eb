import { sql } from 'kysely'
import type { Image } from '#contract/fields.ts'
import { customerRole } from '#contract/identity/role.ts'
import type { Overview } from '#contract/reports/report.ts'
import type { Database } from '#server/db/connect.ts'
import { countVisitors } from '#server/modules/visits/index.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findPeriod, isInCurrent, isInPeriods, type Period } from './period.ts'
import { readSalesByItem } from './sales-by-item.queries.ts'
import { fromSales, isCurrentSale, type ReportShop } from './sales-sql.ts'

/** Whether staff typed the order of `o` for a customer, who then had no cart. */
const isTypedByStaff = sql`exists (
  select from order_event e join app_user u on u.config_id = e.config_id and u.id = e.actor_id
  where e.config_id = o.config_id and e.order_id = o.id and e.kind = 'placed'
    and u.role_id <> ${sql.lit(customerRole)} and u.id is distinct from o.user_id)`

/**
 * Counts shoppers with a cart, and those of them who have ordered. Ordered carts are empty, so the base is all shoppers who
 * ordered or whose cart still has a line added in the period.
 */
export async function readConversion(
  db: Database,
  shop: ReportShop,
  period: Period,
): Promise<Pick<Overview, 'conversion'>> {
  const addedAt = sql<Date>`c.added_at`
  const { rows } = await sql<Overview['conversion']>`
    select count(*)::int as shoppers, (count(*) filter (where has_ordered))::int as ordered
    from (
      select shopper, bool_or(has_ordered) as has_ordered
      from (
        select coalesce(o.shopper_id::text, o.email) as shopper, true as has_ordered
        ${fromSales(shop, period)} and ${isCurrentSale(period)} and not ${isTypedByStaff}
        union all
        select c.shopper_id::text, false from cart_line c
        where c.config_id = ${shop.shopId} and ${isInPeriods(period, addedAt)} and ${isInCurrent(period, addedAt)}
      ) facts group by 1
    ) shoppers`.execute(db)
  return { conversion: rows[0] ?? { shoppers: 0, ordered: 0 } }
}

/** Visitors of the period and the previous one. */
export async function readVisitors(
  db: Database,
  shopId: number,
  { start, end, beforeStart, beforeEnd }: Period,
): Promise<Pick<Overview, 'visitors' | 'visitorsBefore'>> {
  const ranges = [
    { start, end },
    { start: beforeStart, end: beforeEnd },
  ]
  const [visitors = null, visitorsBefore = null] = await countVisitors(db, shopId, ranges)
  return { visitors, visitorsBefore }
}

/** The number of findings of the latest integrity check. */
export async function countFindings(db: Database, shopId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(findings) as count from integrity_check
    where config_id = ${shopId} and finished_at is not null order by id desc limit 1`.execute(db)
  return rows[0]?.count ?? 0
}

/** The five products with the most units sold in 30 days. */
export async function readBestSellers(
  db: Database,
  shop: ReportShop & { timeZone: string },
): Promise<Overview['bestSellers']> {
  const period = await findPeriod(db, shop.timeZone)
  // One more than five, because the row without a product may be among them.
  const top = { sort: 'units_desc', limit: 6, offset: 0 } as const
  const { rows } = await readSalesByItem(db, shop, period, 'product', top)
  const products = rows.flatMap(({ id, units, name, ordered, refunds }) =>
    id !== null && units ? [{ id, units, name, sales: ordered - refunds }] : [],
  )
  const images = await findImages(
    db,
    shop.shopId,
    products.map(({ id }) => id),
  )
  return products.slice(0, 5).map(({ id, units, name, sales }) => ({
    productid: id,
    productname: name,
    image: images.get(id) ?? null,
    units,
    sales: toMajor(sales, shop.currency),
  }))
}

/** The first image of each product that has one. */
async function findImages(db: Database, shopId: number, ids: readonly number[]): Promise<Map<number, Image>> {
  const { rows } = await sql<Image & { id: number }>`
    select distinct on (pp.product_id) pp.product_id as id, f.file, f.width, f.height, pp.alt
    from product_image pp join image f on f.config_id = pp.config_id and f.file = pp.file
    where pp.config_id = ${shopId} and pp.product_id = any(${ids}::integer[])
    order by pp.product_id, pp.position`.execute(db)
  return new Map(rows.map(({ id, ...image }) => [id, image]))
}
