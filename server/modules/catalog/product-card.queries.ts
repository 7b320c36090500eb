import { sql, type RawBuilder } from 'kysely'
import type { ProductCard } from '#contract/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { cardOf, type CardRow } from './product-card.ts'
import { isPublic } from './product-filter.ts'

/** The columns of a `CardRow`, from `cardTables`. */
export const cardColumns = sql`p.id, p.slug, p.name, p.price_from, p.price_to, p.offer, p.gst, p.is_new, p.in_stock, p.rating_sum, p.rating_count, p.created_at,
  p.category_id, c.name as category_name, p.subcategory_id, s.name as subcategory_name, pictures.pictures`

/**
 * `product as p` with the names around it and its first pictures. The category of a deleted product may be gone: a
 * `left join` finds it all the same.
 */
export function cardTables(pictures: number, join = sql`join`): RawBuilder<unknown> {
  return sql`product p
    ${join} category c on c.config_id = p.config_id and c.id = p.category_id
    left join subcategory s on s.config_id = p.config_id and s.id = p.subcategory_id
    cross join lateral (
      select coalesce(json_agg(json_build_object(
        'file', f.file, 'width', f.width, 'height', f.height, 'alt', coalesce(nullif(pp.alt, ''), p.name)
      ) order by pp.position), '[]') as pictures
      from (
        select * from product_picture
        where config_id = p.config_id and product_id = p.id
        order by position limit ${pictures}
      ) pp
      join picture f on f.config_id = pp.config_id and f.file = pp.file
    ) pictures`
}

/** The cards of these products, in the order of the ids; those that shoppers do not see are left out. */
export async function listCards(
  db: Database,
  { configId, currency }: ShopContext,
  ids: readonly number[],
): Promise<ProductCard[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CardRow>`/* planned once */
    select ${cardColumns} from ${cardTables(2)}
    where p.config_id = ${configId} and p.id = any(${ids}) and ${isPublic}`.execute(db)
  const cards = new Map(rows.map((row) => [row.id, cardOf(row, currency)]))
  return ids.flatMap((id) => cards.get(id) ?? [])
}
