import { sql, type RawBuilder } from 'kysely'
import type { Picture } from '#contract/fields.ts'
import type { Database } from '#server/db/connect.ts'
import { AppError } from '#server/http/errors.ts'
import { requireLine } from './cart.rules.ts'
import { findChoice } from './choice.queries.ts'

/** A line of a cart with what the catalogue says now. Prices in minor units, before the offer; shares in hundredths. */
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
  gst: number
  /** Grams of a piece. */
  weight: number
  priceAtAdd: number
  sold: boolean
  available: number
  /** File name of the picture that shows the variant. */
  picture: string | null
  pictures: Picture[]
}

/**
 * The lines of a shopper, the newest last. Looked up line by line (a lateral with a limit is not rearranged), so that it
 * is as quick before the planner has statistics to go by.
 */
export async function listLines(db: Database, configId: number, shopperId: number): Promise<LineRow[]> {
  const lines = sql`select config_id, id, variant_id, quantity, price_at_add, added_at
    from cart_line where config_id = ${configId} and shopper_id = ${shopperId}`
  const { rows } = await sql<LineRow>`/* planned once */ ${selectLines(lines)}`.execute(db)
  return rows
}

/** What somebody wants past the cart. */
export interface Item {
  productid: number
  variantid?: number | undefined
  quantity: number
}

/**
 * The same for items, in their order; those of one variant are one line. AppError as `choiceOf` has them where one of
 * them is not sold, or it must be said which variant is meant.
 */
export async function listItems(db: Database, configId: number, items: readonly Item[]): Promise<LineRow[]> {
  const products = items.map(({ productid }) => productid)
  const variants = items.map(({ variantid }) => variantid ?? null)
  const quantities = items.map(({ quantity }) => quantity)
  const lines = sql`select ${configId}::integer as config_id, min(w.at)::integer as id, v.id as variant_id,
      sum(w.quantity)::integer as quantity, null::bigint as price_at_add, now() as added_at, max(v.choices) as choices
    from unnest(${products}::integer[], ${variants}::integer[], ${quantities}::integer[]) with ordinality
      as w (product_id, variant_id, quantity, at)
    cross join lateral (
      select id, count(*) over () as choices from variant
      where config_id = ${configId} and product_id = w.product_id and retired_at is null
        and id = coalesce(w.variant_id, id)
      limit 1
    ) v
    group by v.id`
  const { rows } = await sql<LineRow & { choices: number }>`/* planned once */
    ${selectLines(lines, sql`, l.choices`)}`.execute(db)
  const isClear = rows.every(({ sold, choices }) => sold && choices === 1)
  const wanted = quantities.reduce((sum, quantity) => sum + quantity, 0)
  const found = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  // Whatever is not as it should be is said by the one that says it everywhere.
  if (!isClear || found !== wanted) {
    for (const item of items) await findChoice(db, configId, item)
    throw new AppError(409, 'changed_meanwhile', 'The shop has just changed what you want. Please try again.')
  }
  for (const row of rows) requireLine(row)
  return rows
}

const selectLines = (lines: RawBuilder<unknown>, more = sql``) => sql`
    select l.id, p.id as "productId", v.id as "variantId", p.category_id as "categoryId", coalesce(v.sku, '') as sku,
      p.name, p.options as "optionNames", v.options, l.quantity, v.price, p.offer, p.gst, p.weight,
      coalesce(l.price_at_add, (v.price * (10000 - p.offer) + 5000) / 10000) as "priceAtAdd", s.available, v.picture,
      p.status = 'live' and p.deleted_at is null and v.retired_at is null as sold,
      (
        select coalesce(json_agg(json_build_object(
          'file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(i.alt, ''), p.name)
        ) order by i.position), '[]')
        from product_picture i join picture f on f.config_id = i.config_id and f.file = i.file
        where i.config_id = l.config_id and i.product_id = p.id
      ) as pictures${more}
    from (${lines}) l
    cross join lateral (
      select id, product_id, options, price, sku, picture, retired_at
      from variant where config_id = l.config_id and id = l.variant_id limit 1
    ) v
    cross join lateral (
      select id, category_id, name, options, offer, gst, weight, status, deleted_at
      from product where config_id = l.config_id and id = v.product_id limit 1
    ) p
    cross join lateral (
      select available from stock_level where config_id = l.config_id and variant_id = l.variant_id limit 1
    ) s
    order by l.added_at, l.id`
