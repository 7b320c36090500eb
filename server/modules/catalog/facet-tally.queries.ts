import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { seenIn, type Sql } from './product-filter.ts'
import type { Selection } from './product-selection.queries.ts'

/** How the migration numbers what is no value of a specification (029_facet_tally.sql). */
const tallied = { inStock: -1, onSale: -2, stars: (least: number) => -10 - least }

const places = ['category', 'subcategory']

const inPlace = (configId: number, conditions: Iterable<Sql>) =>
  sql.join([sql`p.config_id = ${configId}`, ...conditions], sql` and `)

/** Whether everything about a selection is kept: a whole shop, category or subcategory. */
export function isTallied({ scope, choices }: Pick<Selection, 'scope' | 'choices'>): boolean {
  return scope.length === 0 && [...choices.keys()].every((name) => places.includes(name))
}

/** How many products a whole shop, category or subcategory has. */
export async function findTotal(db: Database, { configId, choices }: Selection): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(p.change), 0)::int as total from product_tally p
    where ${inPlace(configId, choices.values())} and p.facet = 0`.execute(db)
  return rows[0]?.total ?? 0
}

/** The categories of a shop, or the subcategories of a category, that have products. */
export async function findGroups(
  db: Database,
  { configId, choices }: Selection,
): Promise<{ id: number; name: string; count: number }[]> {
  const category = choices.get('category')
  const kind = category ? 'subcategory' : 'category'
  const { rows } = await sql<{ id: number; name: string; count: number }>`
    select n.id, n.name, g.count from (
      select p.${sql.ref(`${kind}_id`)} as id, sum(p.change)::int as count from product_tally p
      where ${inPlace(configId, category ? [category] : [])} and p.facet = 0
      group by 1 having sum(p.change) > 0
    ) g
    join ${sql.table(kind)} n on n.config_id = ${configId} and n.id = g.id
    order by n.position, n.id`.execute(db)
  return rows
}

export interface PlaceCounts {
  inStock: number
  onSale: number
  /** For each of the given numbers of stars, how many have at least so many. */
  ratings: number[]
  /** The commonest of each name first, by name. */
  specs: { name: string; value: string; count: number }[]
}

/** What the products of a place can be narrowed by; of each name the commonest `most` values. */
export async function findCounts(
  db: Database,
  { configId, choices }: Selection,
  leastStars: readonly number[],
  most: number,
): Promise<PlaceCounts> {
  const { rows } = await sql<{ facet: number; name: string | null; value: string | null; count: number }>`
    select facet, name, value, count from (
      select t.facet, v.name, v.value, t.count,
        row_number() over (partition by v.name order by t.count desc, v.value) as place
      from (
        select p.facet, sum(p.change)::int as count from product_tally p
        where ${inPlace(configId, choices.values())} and p.facet <> 0
        group by 1 having sum(p.change) > 0
      ) t
      left join facet_value v on v.config_id = ${configId} and v.id = t.facet
    ) counted
    where facet < 0 or (name is not null and place <= ${most})
    order by sum(count) over (partition by name) desc, name, count desc, value`.execute(db)
  const flags = new Map(rows.map(({ facet, count }) => [facet, count]))
  const flag = (number: number) => flags.get(number) ?? 0
  return {
    inStock: flag(tallied.inStock),
    onSale: flag(tallied.onSale),
    ratings: leastStars.map((least) => flag(tallied.stars(least))),
    specs: rows.flatMap(({ name, value, count }) =>
      name !== null && value !== null ? [{ name, value, count }] : [],
    ),
  }
}

/** The lowest and the highest price in a place, in minor units; nothing where it has no products. */
export async function findPrices(
  db: Database,
  { configId, choices }: Selection,
): Promise<{ min: number; max: number } | undefined> {
  const products = sql`product p where ${seenIn(configId, choices.values())}`
  const { rows } = await sql<{ min: number | null; max: number | null }>`select
    (select p.sale_from from ${products} order by p.sale_from, p.id limit 1) as min,
    (select p.sale_from from ${products} order by p.sale_from desc, p.id desc limit 1) as max`.execute(db)
  const [{ min, max } = { min: null, max: null }] = rows
  return min === null || max === null ? undefined : { min, max }
}
