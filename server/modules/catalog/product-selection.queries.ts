import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { searchProducts, type Found } from '#server/modules/search/index.ts'
import { findRule } from './collection.queries.ts'
import { findFacetNumbers } from './facet.queries.ts'
import { conditionsOf, type Filter, type Order, type Sql } from './product-filter.ts'

/** A product filter made ready for SQL over `product as p`. */
export interface Selection {
  configId: number
  /** What holds whatever the shopper chooses, beside the shop and what is public: the collection. */
  scope: Sql[]
  /** What the shopper has chosen, by name. */
  choices: Map<string, Sql>
  order: Order
  /** Where the order is the one in which a text finds them: their ids, the best first. In place of `order`. */
  ranked?: readonly number[]
  /** What was searched for instead of the text. */
  meant?: string
}

/** Finds the products of a text; see `searchProducts`. */
export type Find = (q: string) => Promise<Found>

/** Makes a filter ready: asks the search for its text, looks up the collection, if one is asked for, and merges its rule. */
export async function prepareSelection(
  db: Database,
  shop: ShopContext,
  filter: Filter,
  find: Find = (q) => searchProducts(db, shop.configId, q),
): Promise<Selection> {
  const { q = '', sort = 'relevance' } = filter
  if (!q.trim()) return await prepareChoices(db, shop, filter)
  const { ids, meant } = await find(q.trim())
  const selection = await prepareChoices(db, shop, { ...filter, q: undefined })
  selection.choices.set('q', sql`p.id = any(${ids}::int[])`)
  return { ...selection, ...(sort === 'relevance' && { ranked: ids }), ...(meant && { meant }) }
}

async function prepareChoices(db: Database, shop: ShopContext, filter: Filter): Promise<Selection> {
  const { configId } = shop
  const { collectionid } = filter
  const choices = conditionsOf(shop, filter, await findFacetNumbers(db, configId, filter.specs))
  if (!collectionid) return { configId, scope: [], choices, order: orderOf(filter) }

  const rule = await findRule(db, configId, collectionid)
  if (rule) {
    const scope = [...conditionsOf(shop, rule, await findFacetNumbers(db, configId, rule.specs)).values()]
    return { configId, scope, choices, order: orderOf({ ...filter, sort: filter.sort ?? rule.sort }) }
  }
  const members = sql`from collection_product m where m.config_id = ${configId} and m.collection_id = ${collectionid}`
  const scope: Sql[] = [sql`p.id in (select m.product_id ${members})`]
  const asChosen = ascending(sql`(select m.position ${members} and m.product_id = p.id)`)
  return { configId, scope, choices, order: orderOf(filter, asChosen) }
}

const ascending = (key: Sql): Order => ({ key, descending: false })
const descending = (key: Sql): Order => ({ key, descending: true })
const newest = descending(sql`p.created_at`)

/** The order that is asked for, or `standard`. */
function orderOf({ sort }: Filter, standard: Order = newest): Order {
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
      return standard
  }
}
