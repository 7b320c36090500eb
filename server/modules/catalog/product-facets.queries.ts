import { sql, type RawBuilder } from 'kysely'
import type { Facets } from '#contract/product.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { findCounts, findGroups, findPrices, isTallied } from './facet-tally.queries.ts'
import { seenIn, type Filter, type Sql } from './product-filter.ts'
import type { Selection } from './product-selection.queries.ts'

const leastStars = [4, 3, 2, 1]
const most = { names: 12, values: 30 }

/**
 * How many products each further choice would leave. What is counted for one thing ignores what was chosen of that thing, so that
 * the choice can be changed: of a product that misses a single choice, only that choice's counts know.
 */
export async function countFacets(
  db: Database,
  shop: ShopContext,
  selection: Selection,
  filter: Filter,
): Promise<Facets> {
  const isInCategory = selection.choices.has('category')
  if (isTallied(selection)) return await readFacets(db, shop, selection, isInCategory)
  const { groups, specs } = await countPool(db, shop.configId, selection, filter.specs ?? {})
  const named = groups.flatMap(({ id, name, count }) => (id && name && count ? { id, name, count } : []))
  const lows = groups.flatMap(({ min }) => min ?? [])
  const highs = groups.flatMap(({ max }) => max ?? [])
  const major = (minor: number) => toMajor(minor, shop.currency)
  return {
    categories: isInCategory ? [] : named,
    subcategories: isInCategory ? named : [],
    price: lows.length === 0 ? null : { min: major(Math.min(...lows)), max: major(Math.max(...highs)) },
    specs: byName(specs),
    instock: groups.reduce((sum, { instock }) => sum + instock, 0),
    onsale: groups.reduce((sum, { onsale }) => sum + onsale, 0),
    ratings: leastStars.map((min, at) => ({
      min,
      count: groups.reduce((sum, { ratings }) => sum + (ratings[at] ?? 0), 0),
    })),
  }
}

/** The same of a whole shop, category or subcategory, where nothing has to be counted. */
async function readFacets(
  db: Database,
  { currency }: ShopContext,
  selection: Selection,
  isInCategory: boolean,
): Promise<Facets> {
  const [groups, counts, prices] = await Promise.all([
    findGroups(db, selection),
    findCounts(db, selection, leastStars, most.values),
    findPrices(db, selection),
  ])
  return {
    categories: isInCategory ? [] : groups,
    subcategories: isInCategory ? groups : [],
    price: prices ? { min: toMajor(prices.min, currency), max: toMajor(prices.max, currency) } : null,
    specs: byName(counts.specs),
    instock: counts.inStock,
    onsale: counts.onSale,
    ratings: leastStars.map((min, at) => ({ min, count: counts.ratings[at] ?? 0 })),
  }
}

/** The products that meet all that is fixed, each with the choices it misses as bits in the column `missed`. */
interface Pool {
  products: RawBuilder<unknown>
  bits: Map<string, number>
}

const fixedChoices = ['category', 'q', 'is_new']

function poolOf({ configId, scope, choices }: Selection): Pool {
  const fixed = [...scope]
  const missed = [sql`0`]
  const bits = new Map<string, number>()
  for (const [name, condition] of choices) {
    if (fixedChoices.includes(name)) fixed.push(condition)
    else {
      const bit = 2 ** bits.size
      bits.set(name, bit)
      missed.push(sql`case when ${condition} then 0 else ${sql.lit(bit)} end`)
    }
  }
  const products = sql`
    select p.category_id, p.subcategory_id, p.sale_from, p.in_stock, p.offer, p.stars, p.facets, ${sql.join(missed, sql` + `)} as missed
    from product p where ${seenIn(configId, fixed)}`
  return { products, bits }
}

/** True for the products that miss nothing but this choice. */
function meetsAllBut({ bits }: Pool, choice: string): Sql {
  return sql`p.missed in (0, ${sql.lit(bits.get(choice) ?? 0)})`
}

interface Group {
  id: number | null
  name: string | null
  count: number
  min: number | null
  max: number | null
  instock: number
  onsale: number
  /** For each of `leastStars`. */
  ratings: number[]
}

interface SpecCount {
  name: string
  value: string
  count: number
}

/** Everything that is counted of a selection, of whose products each is read once. */
async function countPool(
  db: Database,
  configId: number,
  selection: Selection,
  chosen: Record<string, string[]>,
): Promise<{ groups: Group[]; specs: SpecCount[] }> {
  const pool = poolOf(selection)
  const { choices, scope } = selection
  // Of a search alone, the text of the statement is always the same.
  const isPlain = choices.size === 1 && choices.has('q') && scope.length === 0
  const { rows } = await sql<{ groups: Group[]; specs: SpecCount[] }>`${isPlain ? plannedOnce : sql``}
    with pool as materialized (${pool.products})
    select
      (select coalesce(json_agg(g), '[]') from (${groupsOf(configId, pool, choices.has('category'))}) g) as groups,
      (select coalesce(json_agg(s), '[]') from (${specsOf(configId, pool, chosen)}) s) as specs`.execute(db)
  return rows[0] ?? { groups: [], specs: [] }
}

const plannedOnce = sql`/* planned once */`

/** Counts and prices (minor units) by category, or by subcategory where a category is chosen. */
function groupsOf(configId: number, pool: Pool, isInCategory: boolean): RawBuilder<unknown> {
  const kind = isInCategory ? 'subcategory' : 'category'
  const ratings = leastStars.map(
    (min) => sql`count(*) filter (where p.stars >= ${sql.lit(min)} and ${meetsAllBut(pool, 'rating')})::int`,
  )
  return sql`
    select g.*, n.name from (
      select p.${sql.ref(`${kind}_id`)} as id,
        count(*) filter (where ${meetsAllBut(pool, kind)})::int as count,
        min(p.sale_from) filter (where ${meetsAllBut(pool, 'price')}) as min,
        max(p.sale_from) filter (where ${meetsAllBut(pool, 'price')}) as max,
        count(*) filter (where p.in_stock and ${meetsAllBut(pool, 'instock')})::int as instock,
        count(*) filter (where p.offer > 0 and ${meetsAllBut(pool, 'onsale')})::int as onsale,
        array[${sql.join(ratings)}] as ratings
      from pool p group by 1
    ) g
    left join ${sql.table(kind)} n on n.config_id = ${configId} and n.id = g.id
    order by n.position, n.id`
}

/** The commonest values of each name; a chosen value is there even if it is rare. */
function specsOf(configId: number, pool: Pool, chosen: Record<string, string[]>): RawBuilder<unknown> {
  const chosenValues = Object.values(chosen).flat()
  const sideways = [...pool.bits].flatMap(([choice, bit]) =>
    choice.startsWith('specs.')
      ? sql` or (n.missed = ${sql.lit(bit)} and v.name = ${choice.slice('specs.'.length)})`
      : [],
  )
  return sql`
    select name, value, count from (
      select v.name, v.value, sum(n.count)::int as count,
        row_number() over (partition by v.name order by v.value = any(${chosenValues}) desc, sum(n.count) desc, v.value) as place
      from (select unnest(p.facets) as number, p.missed, count(*) as count from pool p group by 1, 2) n
      join facet_value v on v.config_id = ${configId} and v.id = n.number
      where n.missed = 0${sideways.length ? sql.join(sideways, sql``) : sql``}
      group by v.name, v.value
    ) counted
    where place <= ${most.values}
    order by sum(count) over (partition by name) desc, name, count desc, value`
}

function byName(rows: readonly SpecCount[]): Facets['specs'] {
  const names = Map.groupBy(rows, ({ name }) => name)
  return [...names].slice(0, most.names).map(([name, values]) => ({
    name,
    values: values.map(({ value, count }) => ({ value, count })),
  }))
}
