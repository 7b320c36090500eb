import { getBestSellers } from '#contract/catalog/best-seller.ts'
import { getRelatedProducts } from '#contract/catalog/product.ts'
import type { Call } from '#contract/endpoint.ts'
import type { CartLine } from '#contract/orders/cart.ts'
import { newestOf, type Suggested } from '#web/data/suggested-products.ts'

/** Reads the suggestions for the first view of the page. Apart from the hook, so that browsers load no schemas. */
export async function readSuggested(call: Call, lines: readonly CartLine[]): Promise<Suggested> {
  const newest = newestOf(lines)
  const products =
    newest === null
      ? (await call(getBestSellers, {})).response
      : (await call(getRelatedProducts, { exclude_product_id: newest })).data
  return { newest, products }
}
