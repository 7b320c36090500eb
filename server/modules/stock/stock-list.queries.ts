import { sql, type RawBuilder } from 'kysely'
import type { StockFilter, StockRow, StockSort } from '#contract/stock/stock.ts'
import { isGtin, plainBarcode } from '#contract/catalog/gtin.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'

interface Paged {
  page: number
  limit: number
  sort: StockSort
}

const orders: Record<StockSort, RawBuilder<unknown>> = {
  name: sql`l.name_key, l.variant_id`,
  name_desc: sql`l.name_key desc, l.variant_id desc`,
  available: sql`l.available, l.variant_id`,
  available_desc: sql`l.available desc, l.variant_id desc`,
  on_hand: sql`l.on_hand, l.variant_id`,
  on_hand_desc: sql`l.on_hand desc, l.variant_id desc`,
}

/**
 * One page of the stock table, without variants whose stock is not counted, and how many variants match. `threshold` is the
 * low-stock threshold of the shop.
 */
export async function listStock(
  db: Database,
  shopId: number,
  filter: StockFilter & { threshold: number },
  { page, limit, sort }: Paged,
): Promise<{ data: StockRow[]; total: number }> {
  // A filtered list is computed once for page and total; without a filter both can use indexes.
  const materialized = filter.q || filter.level ? sql`materialized` : sql`not materialized`
  const { rows } = await sql<{ total: number; ids: number[] }>`
    with l as ${materialized} (
      select variant_id, name_key, available, on_hand from stock_level l where ${matchesFilter(shopId, filter)}
    )
    select (select count(*)::int from l) as total, array(
      select l.variant_id from l order by ${orders[sort]} limit ${limit} offset ${(page - 1) * limit}
    ) as ids`.execute(db)
  const { total = 0, ids = [] } = rows[0] ?? {}
  return { data: await listRows(db, shopId, ids), total }
}

/** These variants in the order of the ids. AppError 404 for an unknown or retired variant. */
export async function requireStockRows(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<StockRow[]> {
  const rows = await listRows(db, shopId, ids)
  if (rows.length < ids.length) throw new AppError(404, 'not_found', 'There is no such variant')
  return rows
}

function matchesFilter(
  shopId: number,
  { q, level, threshold }: StockFilter & { threshold: number },
): RawBuilder<boolean> {
  const conditions = [sql`l.config_id = ${shopId}`, sql`l.is_listed`, sql`l.tracked`]
  if (level === 'out') conditions.push(sql`l.orderable <= 0`)
  if (level === 'low')
    conditions.push(
      sql`l.orderable > 0`,
      sql`l.available <= coalesce(l.low_stock_threshold, ${threshold}::integer)`,
    )
  if (level === 'reserved') conditions.push(sql`l.available < l.on_hand`)
  if (q) {
    // One or two characters match nearly every SKU in part, so they must match a whole one.
    const sku = q.length < 3 ? sql`l.sku_key = lower(${q})` : sql`strpos(l.sku_key, lower(${q})) > 0`
    const barcode = sql`l.variant_id in (select found.id from (${variantsWithBarcode(shopId, q)}) found)`
    conditions.push(sql`(strpos(l.name_key, lower(${q})) > 0 or ${sku} or ${barcode})`)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

/** The rows in the order of the ids, without retired variants. */
async function listRows(db: Database, shopId: number, ids: readonly number[]): Promise<StockRow[]> {
  const { rows } = await sql<LevelRow>`
    select l.variant_id, l.product_id, p.name, v.options, v.sku, image.file, image.width, image.height,
      image.alt, l.on_hand, l.available, l.low_stock_threshold, l.tracked, l.sell_when_sold_out
    from unnest(${ids}::integer[]) with ordinality as requested (id, position)
    join stock_level l on l.config_id = ${shopId} and l.variant_id = requested.id and l.is_listed
    join variant v on v.config_id = l.config_id and v.id = l.variant_id
    join product p on p.config_id = l.config_id and p.id = l.product_id
    left join lateral (
      select f.file, f.width, f.height, pp.alt from product_image pp
      join image f on f.config_id = pp.config_id and f.file = pp.file
      where pp.config_id = p.config_id and pp.product_id = p.id
      order by pp.file is distinct from v.image, pp.position limit 1
    ) image on true
    order by requested.position`.execute(db)
  return rows.map(stockRowOf)
}

/** A variant with its stock level and image. */
interface LevelRow {
  variant_id: number
  product_id: number
  name: string
  options: Record<string, string>
  sku: string | null
  file: string | null
  width: number | null
  height: number | null
  alt: string | null
  on_hand: number
  available: number
  low_stock_threshold: number | null
  tracked: boolean
  sell_when_sold_out: boolean
}

function stockRowOf(row: LevelRow): StockRow {
  const { file, width, height, on_hand: onHand, available } = row
  return {
    variantid: row.variant_id,
    productid: row.product_id,
    productname: row.name,
    options: row.options,
    sku: row.sku,
    image: file && width && height ? { file, width, height, alt: row.alt ?? '' } : null,
    on_hand: onHand,
    reserved: onHand - available,
    available,
    low_stock_threshold: row.low_stock_threshold,
    tracked: row.tracked,
    sell_when_sold_out: row.sell_when_sold_out,
  }
}

/**
 * A subquery of the products and variants on sale that have this barcode, as `product_id` and `id`. Without rows if the text is
 * no barcode.
 */
export function variantsWithBarcode(shopId: number, text: string): RawBuilder<unknown> {
  const barcode = plainBarcode(text)
  // A text that cannot be one is not looked up.
  const condition = isGtin(barcode) ? sql`barcode = ${barcode}` : sql`false`
  return sql`select product_id, id from variant where config_id = ${shopId} and retired_at is null and ${condition}`
}
