import { sql, type RawBuilder } from 'kysely'
import type { Facets } from '#contract/catalog/facets.ts'
import { prepared, type Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import {
  countCategories,
  findCounts,
  findGroups,
  findPrices,
  hasStoredCounts,
} from './facet-counts.queries.ts'
import { describePrices } from './price-buckets.queries.ts'
import { visibleProducts, type Filter, type Sql } from '../products/listing/product-filter.ts'
import type { Selection } from '../products/listing/product-selection.queries.ts'

const STAR_THRESHOLDS = [4, 3, 2, 1]
const MAX_NAMES = 12
const MAX_VALUES = 30

/**
 * How many products each further choice would leave. The counts of one filter ignore that filter's own choice, so that
 * shoppers can change it: a product that fails a single filter still counts for that filter.
 */
export async function countFacets(
  db: Database,
  shop: ShopContext,
  selection: Selection,
  filter: Filter,
): Promise<Facets> {
  const isInCategory = selection.choices.has('category')
  if (hasStoredCounts(selection)) return await readFacets(db, shop, selection, isInCategory)
  const [{ groups, specs }, categories] = await Promise.all([
    countPool(db, shop.shopId, selection, filter.specs ?? {}),
    isInCategory ? countCategories(db, selection) : undefined,
  ])
  const named = groups.flatMap(({ id, name, count }) => (id && name && count ? { id, name, count } : []))
  const lows = groups.flatMap(({ min }) => min ?? [])
  const highs = groups.flatMap(({ max }) => max ?? [])
  const range = lows.length > 0 ? { min: Math.min(...lows), max: Math.max(...highs) } : undefined
  return {
    categories: categories ?? named,
    subcategories: categories ? named : [],
    price: await describePrices(db, shop, selection, range),
    specs: byName(specs),
    instock: groups.reduce((sum, { instock }) => sum + instock, 0),
    onsale: groups.reduce((sum, { onsale }) => sum + onsale, 0),
    ratings: STAR_THRESHOLDS.map((min, i) => ({
      min,
      count: groups.reduce((sum, { ratings }) => sum + (ratings[i] ?? 0), 0),
    })),
  }
}

/** The facets of a whole shop, category or subcategory, from stored counts. */
async function readFacets(
  db: Database,
  shop: ShopContext,
  selection: Selection,
  isInCategory: boolean,
): Promise<Facets> {
  const [categories, subcategories, counts, price] = await Promise.all([
    findGroups(db, { ...selection, choices: new Map() }),
    isInCategory ? findGroups(db, selection) : [],
    findCounts(db, selection, STAR_THRESHOLDS, MAX_VALUES),
    findPrices(db, selection).then((range) => describePrices(db, shop, selection, range)),
  ])
  return {
    categories,
    subcategories,
    price,
    specs: byName(counts.specs),
    instock: counts.inStock,
    onsale: counts.onSale,
    ratings: STAR_THRESHOLDS.map((min, i) => ({ min, count: counts.ratings[i] ?? 0 })),
  }
}

/** The products that pass all fixed filters. The bits of the column `missed` name the other filters that they fail. */
interface Pool {
  products: RawBuilder<unknown>
  bits: Map<string, number>
}

/** Filters whose choice shoppers cannot change beside the list. */
const fixedChoices = ['category', 'q', 'is_new']

function poolOf({ shopId, scope, choices }: Selection): Pool {
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
    select p.category_id, p.subcategory_id, p.sale_from, p.in_stock, p.on_sale, p.stars, p.facets, ${sql.join(missed, sql` + `)} as missed
    from product p where ${visibleProducts(shopId, fixed)}`
  return { products, bits }
}

/** Whether a product passes all filters except possibly this one. */
function passesAllExcept({ bits }: Pool, choice: string): Sql {
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
  /** One count per entry of `STAR_THRESHOLDS`. */
  ratings: number[]
}

interface SpecCount {
  name: string
  value: string
  count: number
}

/** Computes all counts of a selection and reads each of its products once. */
async function countPool(
  db: Database,
  shopId: number,
  selection: Selection,
  chosen: Record<string, string[]>,
): Promise<{ groups: Group[]; specs: SpecCount[] }> {
  const pool = poolOf(selection)
  const { choices, scope } = selection
  // Only a search without filters always has the same statement text, which a prepared statement needs.
  const isPlain = choices.size === 1 && choices.has('q') && scope.length === 0
  const statement = sql<{ groups: Group[]; specs: SpecCount[] }>`
    with pool as materialized (${pool.products})
    select
      (select coalesce(json_agg(g), '[]') from (${groupsOf(shopId, pool, choices.has('category'))}) g) as groups,
      (select coalesce(json_agg(s), '[]') from (${specsOf(shopId, pool, chosen)}) s) as specs`
  const { rows } = await (isPlain ? prepared('count_search_facets', statement) : statement).execute(db)
  return rows[0] ?? { groups: [], specs: [] }
}

/** Counts and prices (minor units) by category, or by subcategory within a category. */
function groupsOf(shopId: number, pool: Pool, isInCategory: boolean): RawBuilder<unknown> {
  const kind = isInCategory ? 'subcategory' : 'category'
  const ratings = STAR_THRESHOLDS.map(
    (min) =>
      sql`count(*) filter (where p.stars >= ${sql.lit(min)} and ${passesAllExcept(pool, 'rating')})::int`,
  )
  return sql`
    select g.*, n.name from (
      select p.${sql.ref(`${kind}_id`)} as id,
        count(*) filter (where ${passesAllExcept(pool, kind)})::int as count,
        min(p.sale_from) filter (where ${passesAllExcept(pool, 'price')}) as min,
        max(p.sale_from) filter (where ${passesAllExcept(pool, 'price')}) as max,
        count(*) filter (where p.in_stock and ${passesAllExcept(pool, 'instock')})::int as instock,
        count(*) filter (where p.on_sale and ${passesAllExcept(pool, 'onsale')})::int as onsale,
        array[${sql.join(ratings)}] as ratings
      from pool p group by 1
    ) g
    left join ${sql.table(kind)} n on n.config_id = ${shopId} and n.id = g.id
    order by n.position, n.id`
}

/** The most frequent values of each name, and always the chosen ones. */
function specsOf(shopId: number, pool: Pool, chosen: Record<string, string[]>): RawBuilder<unknown> {
  const chosenValues = Object.values(chosen).flat()
  const ownChoices = [...pool.bits].flatMap(([choice, bit]) =>
    choice.startsWith('specs.')
      ? sql` or (n.missed = ${sql.lit(bit)} and v.name = ${choice.slice('specs.'.length)})`
      : [],
  )
  return sql`
    select name, value, count from (
      select v.name, v.value, sum(n.count)::int as count,
        row_number() over (partition by v.name order by v.value = any(${chosenValues}) desc, sum(n.count) desc, v.value) as rank
      from (select unnest(p.facets) as facet_id, p.missed, count(*) as count from pool p group by 1, 2) n
      join facet_value v on v.config_id = ${shopId} and v.id = n.facet_id
      where n.missed = 0${ownChoices.length ? sql.join(ownChoices, sql``) : sql``}
      group by v.name, v.value
    ) counted
    where rank <= ${MAX_VALUES}
    order by sum(count) over (partition by name) desc, name, count desc, value`
}

function byName(rows: readonly SpecCount[]): Facets['specs'] {
  const names = Map.groupBy(rows, ({ name }) => name)
  return [...names].slice(0, MAX_NAMES).map(([name, values]) => ({
    name,
    values: values.map(({ value, count }) => ({ value, count })),
  }))
}
