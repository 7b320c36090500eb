import { sql, type RawBuilder } from 'kysely'
import type { AdminProductFilter, AdminProductSort } from '#contract/catalog/admin/product.ts'
import { containing } from '#server/db/like.ts'
import { lacksTaxClass } from '../tax-class.ts'
import { matchesCustom } from '#server/modules/custom-fields/index.ts'
import { variantsWithBarcode } from '#server/modules/stock/index.ts'

/** The table's filter as a condition on `product_listing as l`. */
export function matchesFilter(shopId: number, filter: AdminProductFilter): RawBuilder<boolean> {
  const { status, category, subcategory, stock, offer, is_new: isNew, missing, custom, q } = filter
  const conditions = [sql`l.config_id = ${shopId}`]
  if (status) conditions.push(sql`l.status = ${status}`)
  if (category) conditions.push(sql`l.category_id = ${category}`)
  if (subcategory) conditions.push(sql`l.subcategory_id = ${subcategory}`)
  if (stock === 'out') conditions.push(sql`l.is_sold_out`)
  if (stock === 'in') conditions.push(sql`not l.is_sold_out`)
  if (stock === 'low') {
    conditions.push(sql`l.product_id in (select s.product_id from stock_level s
      where s.config_id = ${shopId} and s.is_listed and s.tracked and s.orderable > 0
        and s.available <= coalesce(s.low_stock_threshold, (select default_low_stock_threshold(${shopId}))))`)
  }
  if (offer !== undefined) conditions.push(sql`l.on_offer = ${offer}`)
  if (isNew !== undefined) conditions.push(sql`l.is_new = ${isNew}`)
  if (missing === 'tax')
    conditions.push(sql`l.product_id in (
      select p.id from product p join category c on c.config_id = p.config_id and c.id = p.category_id
      where p.config_id = ${shopId} and ${lacksTaxClass})`)
  else if (missing) conditions.push(sql`l.images = ${missing === 'image' ? 0 : 1}`)
  if (custom) conditions.push(matchesCustom(shopId, 'product', custom, sql`l.product_id`))
  if (q) {
    // One or two characters match nearly every SKU in part, so they must match a whole one.
    const sku = q.length < 3 ? sql`v.sku = ${q}` : sql`lower(v.sku) like lower(${containing(q)})`
    conditions.push(sql`(strpos(l.name_key, lower(${q})) > 0 or l.product_id in (
      select v.product_id from variant v
      where v.config_id = ${shopId} and v.retired_at is null and v.sku is not null and ${sku}
      union all select found.product_id from (${variantsWithBarcode(shopId, q)}) found))`)
  }
  return sql`${sql.join(conditions, sql` and `)}`
}

/** The sort orders of the table, written like the columns of their indexes. */
export const sortOrders: Record<AdminProductSort, RawBuilder<unknown>> = {
  newest: sql`l.created_at desc, l.product_id desc`,
  oldest: sql`l.created_at, l.product_id`,
  updated: sql`l.updated_at desc, l.product_id desc`,
  name: sql`l.name_key, l.product_id`,
  name_desc: sql`l.name_key desc, l.product_id desc`,
  price: sql`l.price_from, l.product_id`,
  price_desc: sql`l.price_from desc, l.product_id desc`,
  stock: sql`l.stock, l.product_id`,
  stock_desc: sql`l.stock desc, l.product_id desc`,
}
