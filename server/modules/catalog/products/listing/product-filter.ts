import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { productFilter } from '#contract/catalog/product.ts'
import { containing } from '#server/db/like.ts'
import type { ShopContext } from '#server/http/route.ts'
import { toMinor } from '#server/modules/pricing/index.ts'
import type { FacetIds } from '../../facets/facet.queries.ts'

export type Filter = z.output<typeof productFilter>

/** A condition on `product as p`. */
export type Sql = RawBuilder<boolean>

/** A sort order of `product as p`: by a key that is never null, then by id in the same direction. */
export interface SortOrder {
  key: RawBuilder<unknown>
  descending: boolean
}

/** Whether shoppers see the product. Literal text, so that the planner uses the partial indexes. */
export const isPublic: Sql = sql`(p.status = 'live' and p.deleted_at is null)`

/** Whether shoppers see the product as new: staff marked it, and it is at most 30 days old. */
export const isNew: Sql = sql`(p.is_new and p.created_at > now() - interval '30 days')`

/** A `where` condition: visible products of a shop that meet all conditions. */
export function visibleProducts(shopId: number, conditions: Iterable<Sql>): Sql {
  return sql`${sql.join([sql`p.config_id = ${shopId}`, isPublic, ...conditions], sql` and `)}`
}

/** The conditions of a filter by name (`price`, `specs.Colour`). `facetIds` are those of `filter.specs`. */
export function filterConditions(
  { shopId, currency }: ShopContext,
  filter: Filter,
  facetIds: FacetIds,
): Map<string, Sql> {
  const conditions = new Map<string, Sql>()
  const { productcategoryid: category, productsubcategoryid: subcategory, minprice, maxprice } = filter
  if (category) conditions.set('category', sql`p.category_id = ${category}`)
  else if (subcategory) {
    // The indexes on subcategories start with the category.
    const parent = sql`select s.category_id from subcategory s where s.config_id = ${shopId} and s.id = ${subcategory}`
    conditions.set('category', sql`p.category_id = (${parent})`)
  }
  if (subcategory) conditions.set('subcategory', sql`p.subcategory_id = ${subcategory}`)
  const text = filter.q?.trim()
  if (text) conditions.set('q', sql`p.name ilike ${containing(text)}`)
  if (minprice !== undefined || maxprice !== undefined) {
    const min = toMinor(minprice ?? 0, currency)
    const max = maxprice === undefined ? sql`` : sql` and p.sale_from <= ${toMinor(maxprice, currency)}`
    conditions.set('price', sql`(p.sale_from >= ${min}${max})`)
  }
  if (filter.instock !== undefined)
    conditions.set('instock', filter.instock ? sql`p.in_stock` : sql`not p.in_stock`)
  if (filter.is_new !== undefined) conditions.set('is_new', filter.is_new ? isNew : sql`not ${isNew}`)
  if (filter.onsale !== undefined)
    conditions.set('onsale', filter.onsale ? sql`p.on_sale` : sql`not p.on_sale`)
  if (filter.minrating !== undefined) conditions.set('rating', sql`p.stars >= ${filter.minrating}`)
  for (const [name, numbers] of facetIds) {
    conditions.set(`specs.${name}`, sql`p.facets && ${numbers}::integer[]`)
  }
  return conditions
}
