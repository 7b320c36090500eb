import type { Call } from '#contract/endpoint.ts'
import { getBestSellers } from '#contract/best-seller.ts'
import { getNewArrivals } from '#contract/product.ts'

/** Products to look at where nothing was found: what sells well or, before anything was sold, what is new. */
export async function loadWares(call: Call) {
  const { response: sold } = await call(getBestSellers, {})
  if (sold.length >= 4) return { title: 'What sells well', products: sold }
  const { response: fresh } = await call(getNewArrivals, {})
  return { title: 'New Arrivals', products: fresh.slice(0, 4) }
}
