import { sql } from 'kysely'
import type { Facets } from '#contract/catalog/facets.ts'
import type { Database } from '#server/db/connect.ts'
import type { ShopContext } from '#server/http/route.ts'
import { toMajor } from '#server/modules/pricing/index.ts'
import { visibleProducts } from '../products/listing/product-filter.ts'
import type { Selection } from '../products/listing/product-selection.queries.ts'
import { priceBuckets } from './price-buckets.rules.ts'

/**
 * The price range of a selection with the number of products in each part of it. Reads the index once; products whose
 * price is an edge count on both sides, as in the lists that the parts lead to.
 */
export async function describePrices(
  db: Database,
  { shopId, currency }: ShopContext,
  { scope, choices }: Pick<Selection, 'scope' | 'choices'>,
  range: { min: number; max: number } | undefined,
): Promise<Facets['price']> {
  if (!range) return null
  const buckets = priceBuckets(range.min, range.max)
  const others = [...choices].flatMap(([name, condition]) => (name === 'price' ? [] : [condition]))
  const counts = buckets.map(
    ({ min, max }) => sql`count(*) filter (where p.sale_from between ${min} and ${max})::int`,
  )
  const { rows } = await sql<{ counts: number[] }>`
    select array[${sql.join(counts)}] as counts from product p
    where ${visibleProducts(shopId, [...scope, ...others])}`.execute(db)
  return {
    min: toMajor(range.min, currency),
    max: toMajor(range.max, currency),
    buckets: buckets.map(({ min, max }, index) => ({
      min: toMajor(min, currency),
      max: toMajor(max, currency),
      count: rows[0]?.counts[index] ?? 0,
    })),
  }
}
