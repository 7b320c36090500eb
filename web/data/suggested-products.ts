import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ProductCard } from '#contract/catalog/product.ts'
import type { CartLine } from '#contract/cart/cart.ts'
import { call } from '../lib/call.ts'

const MAX_SUGGESTED = 4

/** Products that go with the newest line of a cart; null: best sellers for an empty cart. */
export interface Suggested {
  newest: number | null
  products: ProductCard[]
}

/** The product whose companions are suggested; null for an empty cart. */
export const newestOf = (lines: readonly CartLine[]) => lines.at(-1)?.productid ?? null

/** Suggestions in stock that are not in the cart. `first` came with the page. */
export function useSuggestedProducts(lines: readonly CartLine[], first: Suggested): ProductCard[] {
  const newest = newestOf(lines)
  const { data = [] } = useQuery({
    queryKey: ['suggested', newest],
    queryFn: async ({ signal }) =>
      newest === null
        ? (await call('GET product/bestsellers', {}, { signal })).response
        : (await call('POST product/getrelatedproducts', { exclude_product_id: newest }, { signal })).data,
    ...(newest === first.newest && { initialData: first.products }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const isInCart = ({ productid }: ProductCard) => lines.some((line) => line.productid === productid)
  return data.filter((product) => product.instock && !isInCart(product)).slice(0, MAX_SUGGESTED)
}
