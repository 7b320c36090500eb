import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getProducts } from '#contract/product.ts'
import { api } from '../lib/api.ts'
import { adminKey } from './admin-list.ts'

/** Products for staff to choose from, by a part of their names. */
export function useProductSearch(q: string) {
  return useQuery({
    queryKey: adminKey('product-search', q),
    queryFn: async ({ signal }) =>
      (await api<typeof getProducts>('POST', 'product/getproduct', { q, limit: 8 }, signal)).response,
    placeholderData: keepPreviousData,
    enabled: q !== '',
  })
}
