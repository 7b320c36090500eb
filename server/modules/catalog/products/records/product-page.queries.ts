import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { RequestContext } from '#server/http/route.ts'
import { searchProducts } from '#server/modules/search/index.ts'
import { memoize } from '#server/http/cache/memoize.ts'
import { keysetCursors } from '../listing/keyset-cursors.ts'
import type { Sql } from '../listing/product-filter.ts'
import { countProducts, listProductIds } from '../listing/product-list.queries.ts'
import { prepareSelection } from '../listing/product-selection.queries.ts'

/** What programs search for. All conditions must hold; without any, it is the whole shop. */
export interface ProductQuery {
  /** Search text; empty: none. */
  text: string
  /** Names or slugs of categories and subcategories in any case; a product is in one of them. */
  categories?: readonly string[] | undefined
  /** Minor units, on the lowest price to pay now. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
}

/** The ids of a page of visible products, the best first or, without a text, the newest first. */
export interface ProductPage {
  ids: readonly number[]
  total: number
  /** The query that was searched for instead of a misspelt one. */
  correctedQuery?: string
}

/** Searches as the shop's own search page does. */
export async function findProductPage(
  context: Pick<RequestContext, 'db' | 'shop' | 'services'>,
  query: ProductQuery,
  page: { offset: number; limit: number },
): Promise<ProductPage> {
  const { db, shop } = context
  const { text, categories, minPrice, maxPrice } = query
  const selection = await prepareSelection(db, shop, { q: text }, (q) =>
    memoize(context, `search ${q}`, () => searchProducts(db, shop.shopId, q)),
  )
  if (categories) selection.choices.set('categories', await isIn(db, shop.shopId, categories))
  if (minPrice !== undefined) selection.choices.set('minPrice', sql`p.sale_from >= ${minPrice}`)
  if (maxPrice !== undefined) selection.choices.set('maxPrice', sql`p.sale_from <= ${maxPrice}`)
  const key = JSON.stringify([text, categories, minPrice, maxPrice])
  const cursors = await memoize(context, `program cursors ${key}`, async () => keysetCursors())
  const { ids, total } = await listProductIds(db, selection, page, cursors)
  const { correctedQuery } = selection
  return {
    ids,
    total: total ?? (await memoize(context, `program total ${key}`, () => countProducts(db, selection))),
    ...(correctedQuery && { correctedQuery }),
  }
}

/** The condition that a product is in one of the categories or subcategories. */
async function isIn(db: Database, shopId: number, names: readonly string[]): Promise<Sql> {
  const named = sql`from (select distinct lower(name) as name from unnest(${names}::text[]) as name) named
    join both_kinds c on named.name in (lower(c.name), c.slug)`
  const { rows } = await sql<{ categories: number[]; subcategories: number[] }>`
    with both_kinds as (
      select 'category' as kind, id, name, slug::text from category where config_id = ${shopId}
      union all
      select 'subcategory', id, name, slug::text from subcategory where config_id = ${shopId}
    )
    select array(select c.id ${named} where c.kind = 'category') as categories,
      array(select c.id ${named} where c.kind = 'subcategory') as subcategories`.execute(db)
  const { categories, subcategories } = rows[0] ?? { categories: [], subcategories: [] }
  return sql`(p.category_id = any(${categories}::integer[]) or p.subcategory_id = any(${subcategories}::integer[]))`
}
