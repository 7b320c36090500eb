import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** The ids of the chosen values, as in `product.facets`, by facet name. */
export type FacetIds = ReadonlyMap<string, readonly number[]>

/** The ids of the chosen values by facet name, without values that no product has ever had. */
export async function findFacetIds(
  db: Database,
  shopId: number,
  specs: Record<string, string[]> = {},
): Promise<FacetIds> {
  const chosen = Object.entries(specs).filter(([, values]) => values.length > 0)
  if (chosen.length === 0) return new Map()
  const pairs = chosen.flatMap(([name, values]) => values.map((value) => ({ name, value })))
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from facet_value
    where config_id = ${shopId} and (name, value) in (
      select * from unnest(${pairs.map(({ name }) => name)}::text[], ${pairs.map(({ value }) => value)}::text[]))
    `.execute(db)
  const found = Map.groupBy(rows, ({ name }) => name)
  return new Map(chosen.map(([name]) => [name, (found.get(name) ?? []).map(({ id }) => id)]))
}
