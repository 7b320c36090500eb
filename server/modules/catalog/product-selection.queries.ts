import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { searchProducts, type Found } from '#server/modules/search/index.ts'
import { findRule } from './collection.queries.ts'
import { findFacetNumbers } from './facet.queries.ts'
import { conditionsOf, type Filter, type Sql } from './product-filter.ts'

/** A product filter made ready for SQL over `product as p`. */
export interface Selection {
  configId: number
  /** What holds whatever the shopper chooses, beside the shop and what is public: the collection. */
  scope: Sql[]
  /** What the shopper has chosen, by name. */
  choices: Map<string, Sql>
  order: RawBuilder<unknown>
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
  const asChosen = sql`(select m.position ${members} and m.product_id = p.id), p.id`
  return { configId, scope, choices, order: orderOf(filter, asChosen) }
}

const newest = sql`p.created_at desc, p.id desc`

/** The order that is asked for, or `standard`; that of a collection's rule may be by where its text stands in the name. The id breaks ties. */
function orderOf({ sort, q }: Filter, standard: RawBuilder<unknown> = newest): RawBuilder<unknown> {
  switch (sort) {
    case 'newest':
      return newest
    case 'price_asc':
      return sql`p.sale_from, p.id`
    case 'price_desc':
      return sql`p.sale_from desc, p.id desc`
    case 'name':
      return sql`lower(p.name), p.id`
    case 'relevance':
    case undefined: {
      const text = q?.trim()
      return text ? sql`position(lower(${text}) in lower(p.name)), ${newest}` : standard
    }
  }
}
