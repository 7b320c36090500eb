import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { searchProducts, type SearchResult } from '#server/modules/search/index.ts'
import { findRule } from '../../collections/collection.queries.ts'
import { findFacetIds } from '../../facets/facet.queries.ts'
import { filterConditions, type Filter, type SortOrder, type Sql } from './product-filter.ts'

/** A product filter as SQL on `product as p`. */
export interface Selection {
  shopId: number
  /** Conditions of the collection, which shoppers cannot change. */
  scope: Sql[]
  /** Conditions that the shopper has chosen, by name. */
  choices: Map<string, Sql>
  order: SortOrder
  /** Replaces `order` for a search by relevance: the ids, best first. */
  ranked?: readonly number[]
  /** The query that was searched for instead of a misspelt one. */
  correctedQuery?: string
}

/** Searches for a query, like `searchProducts`. */
export type Find = (q: string) => Promise<SearchResult>

/** Prepares a filter: runs its search, and adds the products or the rule of its collection. */
export async function prepareSelection(
  db: Database,
  shop: ShopContext,
  filter: Filter,
  find: Find = (q) => searchProducts(db, shop.shopId, q),
): Promise<Selection> {
  const { q = '', sort = 'relevance' } = filter
  if (!q.trim()) return await prepareChoices(db, shop, filter)
  const { ids, correctedQuery } = await find(q.trim())
  const selection = await prepareChoices(db, shop, { ...filter, q: undefined })
  selection.choices.set('q', sql`p.id = any(${ids}::int[])`)
  return {
    ...selection,
    ...(sort === 'relevance' && { ranked: ids }),
    ...(correctedQuery && { correctedQuery }),
  }
}

async function prepareChoices(db: Database, shop: ShopContext, filter: Filter): Promise<Selection> {
  const { shopId } = shop
  const { collectionid } = filter
  const choices = filterConditions(shop, filter, await findFacetIds(db, shopId, filter.specs))
  if (!collectionid) return { shopId, scope: [], choices, order: orderOf(filter) }

  const rule = await findRule(db, shopId, collectionid)
  if (rule) {
    const scope = [...filterConditions(shop, rule, await findFacetIds(db, shopId, rule.specs)).values()]
    return { shopId, scope, choices, order: orderOf({ ...filter, sort: filter.sort ?? rule.sort }) }
  }
  const members = sql`from collection_product m where m.config_id = ${shopId} and m.collection_id = ${collectionid}`
  const scope: Sql[] = [sql`p.id in (select m.product_id ${members})`]
  const handPicked = ascending(sql`(select m.position ${members} and m.product_id = p.id)`)
  return { shopId, scope, choices, order: orderOf(filter, handPicked) }
}

const ascending = (key: Sql): SortOrder => ({ key, descending: false })
const descending = (key: Sql): SortOrder => ({ key, descending: true })
const newest = descending(sql`p.created_at`)

/** The requested order, or `fallback`. */
function orderOf({ sort }: Filter, fallback: SortOrder = newest): SortOrder {
  switch (sort) {
    case 'newest':
      return newest
    case 'price_asc':
      return ascending(sql`p.sale_from`)
    case 'price_desc':
      return descending(sql`p.sale_from`)
    case 'name':
      return ascending(sql`lower(p.name)`)
    case 'relevance':
    case undefined:
      return fallback
  }
}
