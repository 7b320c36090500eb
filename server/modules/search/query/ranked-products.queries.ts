import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import type { CascadeQuery } from './cascade/cascade-query.ts'
import type { Ranking } from './ranking.ts'

/** The parameters of the SQL function `rank_search_results`. */
interface RankedSearch extends Ranking {
  shopId: number
  limit: number
  /** Products that lack words fill the results up to this many. */
  minResults: number
  /** The whole text in the form in which names are compared. */
  key: string
  /** The query for a product with this SKU. */
  sku: string
  cascade: readonly CascadeQuery[]
  /** Ranks these products alone. */
  among: readonly number[] | undefined
}

/** The ids of the products that the cascade finds, best first. */
export async function listRanked(db: Database, search: RankedSearch): Promise<number[]> {
  const { shopId, limit, minResults, key, cascade, sku, among = null } = search
  const { exact, similar, parts, weights, boosts, boostWeights } = search
  // One JSON array, because a thousand rows would become a thousand objects.
  const { rows } = await prepared(
    'rank_search_results',
    sql<{ ids: number[] }>`
    select to_json(array(select product_id from rank_search_results(${shopId}, ${limit}, ${minResults}, ${key},
      ${JSON.stringify(cascade)}::json, ${sku}::tsquery, ${exact}::tsquery[], ${similar}::tsquery[], ${parts}::tsquery[],
      ${weights}::real[], ${boosts}::tsquery[], ${boostWeights}::real[], ${among}::integer[]))) as ids`,
  ).execute(db)
  return rows[0]?.ids ?? []
}

/** A text names at most so many products. */
const MAX_NAMED = 200

/** How many of the first products the text names exactly, by name or SKU. `listRanked` puts them before all others. */
export async function countNamed(
  db: Database,
  { shopId, key, sku }: Pick<RankedSearch, 'shopId' | 'key' | 'sku'>,
  ids: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ named: number }>`
    select count(*)::int as named from search_document
    where config_id = ${shopId} and product_id = any(${ids.slice(0, MAX_NAMED)}::int[])
      and (name_key = ${key} or lexemes @@ ${sku}::tsquery)`.execute(db)
  return rows[0]?.named ?? 0
}

/** The visible ones of these products, in this order. */
export async function listSearchable(
  db: Database,
  shopId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.product_id as id from search_document d
    where d.config_id = ${shopId} and d.product_id = any(${ids}::int[])
    order by array_position(${ids}::int[], d.product_id)`.execute(db)
  return rows.map(({ id }) => id)
}
