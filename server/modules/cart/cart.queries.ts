import { sql, type RawBuilder } from 'kysely'
import type { Image } from '#contract/fields.ts'
import { prepared, type Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import type { OwnRows } from '#server/http/session/shopper-access.ts'
import { findItem, priceNow } from './cart-item.queries.ts'
import { requireLineQuantity } from './cart.rules.ts'

/** A cart line with the current catalog data. Prices in minor units before the offer; percentages in hundredths. */
export interface LineRow {
  id: number
  productId: number
  variantId: number
  categoryId: number
  sku: string
  name: string
  optionNames: string[]
  options: Record<string, string>
  quantity: number
  price: number
  offer: number
  /** The sale price, if it counts now. */
  salePrice: number | null
  /** Why staff gave the line a price of its own, which then is `price` without an offer. */
  priceReason?: string
  /** The price was agreed or ordered before, so that the destination does not change it. */
  isPriceFinal?: boolean
  /** The product's own tax percentage in hundredths; 0: none. */
  gst: number
  /** The tax class of the product, or that of its category. */
  taxClass: string | null
  /** Commodity code. */
  hsn: string
  /** Grams per unit. */
  weight: number
  priceAtAdd: number
  sold: boolean
  /** Units that orders may take: a million where the stock is not counted or the variant is sold when it is sold out. */
  available: number
  /** An order takes its units from the stock, because they are counted. */
  takesStock: boolean
  /** More than there is, of a variant that is sold when it is sold out. */
  isOnBackorder: boolean
  /** The variant's image, else the first of the product. */
  image: Image | null
  /** File names of the images of the product, in their order. */
  imageFiles: string[]
}

const cartRows = (shopId: number, shopperId: RawBuilder<number>) =>
  sql<LineRow>`${selectLines(sql`select config_id, id, variant_id, quantity, price_at_add, added_at
    from cart_line where config_id = ${shopId} and shopper_id = ${shopperId}`)}`

/** The lines of the shopper's cart, oldest first, for a route that reads them with its caller. */
export const ownLines: OwnRows<LineRow> = { name: 'cart_lines', select: cartRows }

/**
 * The cart of a shopper, oldest line first. The planner cannot reorder a lateral join with a limit, so each line uses the
 * primary keys even without statistics.
 */
export async function listLines(db: Database, shopId: number, shopperId: number): Promise<LineRow[]> {
  return (await prepared('list_cart_lines', cartRows(shopId, sql`${shopperId}`)).execute(db)).rows
}

/** What a shopper has saved for later, newest first. Such a line has the id of its variant. */
export async function listSavedLines(db: Database, shopId: number, shopperId: number): Promise<LineRow[]> {
  const lines = sql`select config_id, variant_id as id, variant_id, quantity, price_at_add, saved_at as added_at
    from saved_line where config_id = ${shopId} and shopper_id = ${shopperId}`
  const { rows } = await prepared('list_saved_lines', sql<LineRow>`${selectLines(lines)}`).execute(db)
  return rows.toReversed()
}

/** An item of "Buy now", which skips the cart. */
export interface Item {
  productid: number
  variantid?: number | undefined
  quantity: number
}

/** Lines for items, in their order; items of one variant become one line. AppErrors of `requireSingle`. */
export async function listItems(db: Database, shopId: number, items: readonly Item[]): Promise<LineRow[]> {
  const products = items.map(({ productid }) => productid)
  const variants = items.map(({ variantid }) => variantid ?? null)
  const quantities = items.map(({ quantity }) => quantity)
  const lines = sql`select ${shopId}::integer as config_id, min(w.at)::integer as id, v.id as variant_id,
      sum(w.quantity)::integer as quantity, null::bigint as price_at_add, now() as added_at, max(v.choices) as choices
    from unnest(${products}::integer[], ${variants}::integer[], ${quantities}::integer[]) with ordinality
      as w (product_id, variant_id, quantity, at)
    cross join lateral (
      select id, count(*) over () as choices from variant
      where config_id = ${shopId} and product_id = w.product_id and retired_at is null
        and id = coalesce(w.variant_id, id)
      limit 1
    ) v
    group by v.id`
  const { rows } = await prepared(
    'list_items',
    sql<LineRow & { choices: number }>`
    ${selectLines(lines, sql`, l.choices`)}`,
  ).execute(db)
  const isUnambiguous = rows.every(({ sold, choices }) => sold && choices === 1)
  const requestedUnits = quantities.reduce((sum, quantity) => sum + quantity, 0)
  const foundUnits = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  // `findItem` throws the error of the first item that cannot be ordered.
  if (!isUnambiguous || foundUnits !== requestedUnits) {
    for (const item of items) await findItem(db, shopId, item)
    throw new AppError(409, 'version_conflict', 'An item has just changed. Please try again.')
  }
  for (const row of rows) requireLineQuantity(row)
  return rows
}

/** Lines for variants, also for those that are no longer sold, in no order. Unknown variants have none. */
export async function listVariantLines(
  db: Database,
  shopId: number,
  items: readonly { variantId: number; quantity: number }[],
): Promise<LineRow[]> {
  const lines = sql`select ${shopId}::integer as config_id, w.variant_id as id, w.variant_id, w.quantity,
      null::bigint as price_at_add, now() as added_at
    from unnest(${items.map(({ variantId }) => variantId)}::integer[], ${items.map(({ quantity }) => quantity)}::integer[])
      as w (variant_id, quantity)`
  return (await sql<LineRow>`${selectLines(lines)}`.execute(db)).rows
}

const selectLines = (lines: RawBuilder<unknown>, more = sql``) => sql`
    select l.id, p.id as "productId", v.id as "variantId", p.category_id as "categoryId", coalesce(v.sku, '') as sku,
      p.name, p.options as "optionNames", v.options, l.quantity, v.price, p.offer,
      active_sale_price(v.sale_price, p.sale_starts_at, p.sale_ends_at) as "salePrice", p.gst, p.weight, p.hsn,
      coalesce(p.tax_class, c.tax_class) as "taxClass",
      coalesce(l.price_at_add, ${priceNow}) as "priceAtAdd", s.orderable as available,
      s.tracked as "takesStock", s.tracked and s.sell_when_sold_out and s.available < l.quantity as "isOnBackorder",
      p.status = 'live' and p.deleted_at is null and v.retired_at is null as sold,
      (
        select json_build_object(
          'file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(i.alt, ''), p.name)
        )
        from product_image i join image f on f.config_id = i.config_id and f.file = i.file
        where i.config_id = l.config_id and i.product_id = p.id
        order by i.file is distinct from v.image, i.position limit 1
      ) as image,
      array(
        select file from product_image where config_id = l.config_id and product_id = p.id order by position
      ) as "imageFiles"${more}
    from (${lines}) l
    cross join lateral (
      select id, product_id, options, price, sale_price, sku, image, retired_at
      from variant where config_id = l.config_id and id = l.variant_id limit 1
    ) v
    cross join lateral (
      select id, category_id, name, options, offer, sale_starts_at, sale_ends_at, gst, tax_class, hsn, weight, status, deleted_at
      from product where config_id = l.config_id and id = v.product_id limit 1
    ) p
    cross join lateral (
      -- The class of the category counts only where the product has no percentage of its own.
      select case when p.gst = 0 then (
        select tax_class from category where config_id = l.config_id and id = p.category_id
      ) end as tax_class
    ) c
    cross join lateral (
      select available, orderable, tracked, sell_when_sold_out from stock_level where config_id = l.config_id and variant_id = l.variant_id limit 1
    ) s
    order by l.added_at, l.id`
