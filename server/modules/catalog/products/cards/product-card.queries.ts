import { sql, type RawBuilder } from 'kysely'
import type { ProductCard } from '#contract/catalog/product.ts'
import { prepared, type Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { effectiveTaxClass } from '../tax-class.ts'
import { cardOf, type CardRow } from './product-card.ts'
import { isNew, isPublic } from '../listing/product-filter.ts'

// The British spelling first; a product without either has an empty name.
const colourOption = sql`case when 'Colour' = any(p.options) then 'Colour' when 'Color' = any(p.options) then 'Color' else '' end`

const taxed = sql`${effectiveTaxClass} not in ('', 'zero', 'exempt')`

/** Selects a `CardRow` from `cardTables`. */
export const cardColumns = sql`p.id, p.slug, p.name, p.regular_from, p.sale_from, p.price_from <> p.price_to or (p.active_sale_price is not null and p.options <> '{}') as several_prices, p.offer, p.gst, ${taxed} as taxed, ${isNew} as is_new, p.in_stock, p.rating_sum, p.rating_count, p.created_at,
  p.category_id, c.name as category_name, p.subcategory_id, s.name as subcategory_name, images.images,
  p.options = '{}' as simple, case when ${colourOption} = '' then '{}'::text[] else array(
    select v.options ->> ${colourOption} from variant v
    where v.config_id = p.config_id and v.product_id = p.id and v.retired_at is null and v.options ? ${colourOption}
    group by 1 order by min(v.position)
  ) end as colours`

/** `product as p` with category, subcategory and first images. A deleted product may have no category: use `left join`. */
export function cardTables(images: number, join = sql`join`): RawBuilder<unknown> {
  return sql`product p
    ${join} category c on c.config_id = p.config_id and c.id = p.category_id
    left join subcategory s on s.config_id = p.config_id and s.id = p.subcategory_id
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(pp.alt, ''), p.name)
      ) order by pp.position), '[]') as images
      from (
        select * from product_image
        where config_id = p.config_id and product_id = p.id
        order by position limit ${images}
      ) pp
      join image f on f.config_id = pp.config_id and f.file = pp.file
    ) images`
}

/** The cards of these products in the order of the ids, without those that shoppers cannot see. */
export async function listCards(
  db: Database,
  { shopId, currency }: ShopContext,
  ids: readonly number[],
): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  const { rows } = await prepared(
    'list_product_cards',
    sql<CardRow>`
    select ${cardColumns} from ${cardTables(2)}
    where p.config_id = ${shopId} and p.id = any(${ids}) and ${isPublic}`,
  ).execute(db)
  const cards = new Map(rows.map((row) => [row.id, cardOf(row, currency)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}
