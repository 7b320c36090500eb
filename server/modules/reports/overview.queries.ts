import { sql } from 'kysely'
import type { Picture } from '#contract/fields.ts'
import type { Overview } from '#contract/report.ts'
import type { Database } from '#server/db/connect.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findPeriod, within, type Period } from './period.ts'
import { readRows } from './rows.queries.ts'
import { soldOrders, type CountedShop } from './sold.ts'

interface Conversions {
  conversion: Overview['conversion']
  conversionBefore: Overview['conversion']
}

/**
 * Of those who had something in a cart, who ordered. A cart that was ordered is empty now, and one that was emptied again
 * leaves nothing behind: so who ordered counts, and whose cart still holds something that was put there in the period.
 */
export async function readConversion(db: Database, shop: CountedShop, period: Period): Promise<Conversions> {
  const { rows } = await sql<{ isNow: boolean; shoppers: number; ordered: number }>`
    select "isNow", count(*)::int as shoppers, (count(*) filter (where has_ordered))::int as ordered
    from (
      select "isNow", who, bool_or(has_ordered) as has_ordered
      from (
        select o.placed_at >= ${period.start} as "isNow", coalesce(o.shopper_id::text, o.email) as who, true as has_ordered
        ${soldOrders(shop, period)}
        union all
        select c.added_at >= ${period.start}, c.shopper_id::text, false from cart_line c
        where c.config_id = ${shop.configId} and ${within(period, sql<Date>`c.added_at`)}
      ) facts group by 1, 2
    ) shoppers group by 1`.execute(db)
  const of = (isNow: boolean) => {
    const { shoppers = 0, ordered = 0 } = rows.find((row) => row.isNow === isNow) ?? {}
    return { shoppers, ordered }
  }
  return { conversion: of(true), conversionBefore: of(false) }
}

/** What the latest check of the books has found. */
export async function countExceptions(db: Database, configId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select jsonb_array_length(exceptions) as count from book_check
    where config_id = ${configId} and finished_at is not null order by id desc limit 1`.execute(db)
  return rows[0]?.count ?? 0
}

/** The five products of which most pieces were sold in 30 days. */
export async function readBestSellers(
  db: Database,
  shop: CountedShop & { timeZone: string },
): Promise<Overview['bestSellers']> {
  const period = await findPeriod(db, shop.timeZone)
  const most = { sort: 'pieces_desc', limit: 6, offset: 0 } as const
  const { rows } = await readRows(db, shop, period, 'product', most)
  const sold = rows.flatMap(({ id, pieces, name, ordered, refunds }) =>
    id !== null && pieces ? [{ id, pieces, name, sales: ordered - refunds }] : [],
  )
  const pictures = await findPictures(
    db,
    shop.configId,
    sold.map(({ id }) => id),
  )
  return sold.slice(0, 5).map(({ id, pieces, name, sales }) => ({
    productid: id,
    productname: name,
    picture: pictures.get(id) ?? null,
    pieces,
    sales: toMajor(sales, shop.currency),
  }))
}

/** The first picture of each product that has one. */
async function findPictures(
  db: Database,
  configId: number,
  ids: readonly number[],
): Promise<Map<number, Picture>> {
  const { rows } = await sql<Picture & { id: number }>`
    select distinct on (pp.product_id) pp.product_id as id, f.file, f.width, f.height, pp.alt
    from product_picture pp join picture f on f.config_id = pp.config_id and f.file = pp.file
    where pp.config_id = ${configId} and pp.product_id = any(${ids}::integer[])
    order by pp.product_id, pp.position`.execute(db)
  return new Map(rows.map(({ id, ...picture }) => [id, picture]))
}
