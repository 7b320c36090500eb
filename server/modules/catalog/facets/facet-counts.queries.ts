import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { visibleProducts, type Sql } from '../products/listing/product-filter.ts'
import type { Selection } from '../products/listing/product-selection.queries.ts'

/** Values of `facet_count.facet` that are no `facet_value.id`; the triggers of the table use the same numbers. */
const flagFacets = { inStock: -1, onSale: -2, stars: (threshold: number) => -10 - threshold }

const countedChoices = ['category', 'subcategory']

const countRows = (shopId: number, conditions: Iterable<Sql>) =>
  sql.join([sql`p.config_id = ${shopId}`, ...conditions], sql` and `)

/** Whether the table `facet_count` answers for a selection: a whole shop, category or subcategory. */
export function hasStoredCounts({ scope, choices }: Pick<Selection, 'scope' | 'choices'>): boolean {
  return scope.length === 0 && [...choices.keys()].every((name) => countedChoices.includes(name))
}

/** The stored number of products of a shop, category or subcategory. */
export async function findTotal(db: Database, { shopId, choices }: Selection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(p.delta), 0)::int as total from facet_count p
    where ${countRows(shopId, choices.values())} and p.facet = 0`.execute(db)
  return rows[0]?.total ?? 0
}

/** The categories of a shop, or the subcategories of a category, with their product counts. */
export async function findGroups(
  db: Database,
  { shopId, choices }: Selection,
): Promise<{ id: number; name: string; count: number }[]> {
  const category = choices.get('category')
  const kind = category ? 'subcategory' : 'category'
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select n.id, n.name, g.count from (
      select p.${sql.ref(`${kind}_id`)} as id, sum(p.delta)::int as count from facet_count p
      where ${countRows(shopId, category ? [category] : [])} and p.facet = 0
      group by 1 having sum(p.delta) > 0
    ) g
    join ${sql.table(kind)} n on n.config_id = ${shopId} and n.id = g.id
    order by n.position, n.id`.execute(db)
  return rows
}

/** The categories with the products of a selection, whatever category it has chosen. */
export async function countCategories(
  db: Database,
  { shopId, scope, choices }: Selection,
): Promise<{ id: number; name: string; count: number }[]> {
  const others = [...choices].flatMap(([name, condition]) =>
    countedChoices.includes(name) ? [] : [condition],
  )
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select n.id, n.name, g.count from (
      select p.category_id as id, count(*)::int as count from product p
      where ${visibleProducts(shopId, [...scope, ...others])} group by 1
    ) g
    join category n on n.config_id = ${shopId} and n.id = g.id
    order by n.position, n.id`.execute(db)
  return rows
}

export interface StoredCounts {
  inStock: number
  onSale: number
  /** The number of products with at least so many stars, for each threshold. */
  ratings: number[]
  /** By name; the most frequent values first. */
  specs: { name: string; value: string; count: number }[]
}

/** The stored facet counts, with the `maxValues` most frequent values of each name. */
export async function findCounts(
  db: Database,
  { shopId, choices }: Selection,
  starThresholds: readonly number[],
  maxValues: number,
): Promise<StoredCounts> {
  const { rows } = await sql<{ facet: number; name: string | null; value: string | null; count: number }>`
    select facet, name, value, count from (
      select t.facet, v.name, v.value, t.count,
        row_number() over (partition by v.name order by t.count desc, v.value) as rank
      from (
        select p.facet, sum(p.delta)::int as count from facet_count p
        where ${countRows(shopId, choices.values())} and p.facet <> 0
        group by 1 having sum(p.delta) > 0
      ) t
      left join facet_value v on v.config_id = ${shopId} and v.id = t.facet
    ) counted
    where facet < 0 or (name is not null and rank <= ${maxValues})
    order by sum(count) over (partition by name) desc, name, count desc, value`.execute(db)
  const flags = new Map(rows.map(({ facet, count }) => [facet, count]))
  const flag = (facet: number) => flags.get(facet) ?? 0
  return {
    inStock: flag(flagFacets.inStock),
    onSale: flag(flagFacets.onSale),
    ratings: starThresholds.map((threshold) => flag(flagFacets.stars(threshold))),
    specs: rows.flatMap(({ name, value, count }) =>
      name !== null && value !== null ? [{ name, value, count }] : [],
    ),
  }
}

/** The lowest and highest price of a selection in minor units; undefined without products. */
export async function findPrices(
  db: Database,
  { shopId, choices }: Selection,
): Promise<{ min: number; max: number } | undefined> {
  const products = sql`product p where ${visibleProducts(shopId, choices.values())}`
  const { rows } = await sql<{ min: number | null; max: number | null }>`select
    (select p.sale_from from ${products} order by p.sale_from, p.id limit 1) as min,
    (select p.sale_from from ${products} order by p.sale_from desc, p.id desc limit 1) as max`.execute(db)
  const [{ min, max } = { min: null, max: null }] = rows
  return min === null || max === null ? undefined : { min, max }
}
