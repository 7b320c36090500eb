import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Queries } from './terms.ts'

/** A search made ready: see the function `search_ranked` of the database. */
export interface Ranking extends Queries {
  configId: number
  most: number
  /** The whole text in the form in which names are compared. */
  key: string
  sku: string
}

/** The ids of the products that meet the tiers, the best first. */
export async function listRanked(db: Database, ranking: Ranking): Promise<number[]> {
  const { configId, most, key, tiers, names, named, everywhere, sku, terms, parts, weights } = ranking
  // One value: of a thousand rows each would be made an object.
  const { rows } = await sql<{ ids: number[] }>`/* planned once */
    select to_json(array(select product_id from search_ranked(${configId}, ${most}, ${key}, ${JSON.stringify(tiers)}::json,
      ${names}::tsquery, ${named}::tsquery, ${everywhere}::tsquery, ${sku}::tsquery,
      ${terms}::tsquery[], ${parts}::tsquery[], ${weights}::real[]))) as ids`.execute(db)
  return rows[0]?.ids ?? []
}

/** Those of these products that shoppers see, in this order. */
export async function listSearchable(
  db: Database,
  configId: number,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select d.product_id as id from search_document d
    where d.config_id = ${configId} and d.product_id = any(${ids}::int[])
    order by array_position(${ids}::int[], d.product_id)`.execute(db)
  return rows.map(({ id }) => id)
}
