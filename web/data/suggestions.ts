import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getProducts } from '#contract/product.ts'
import { api } from '../lib/api.ts'
import { useDebounced } from '../lib/use-debounced.ts'

/** At most 5 products for what is being typed; asked once a text, then kept for 5 minutes. */
export function useSuggestions(typed: string) {
  const q = useDebounced(typed.trim().toLowerCase(), 150)
  return useQuery({
    queryKey: ['suggestions', q],
    queryFn: async ({ signal }) => {
      const answer = await api<typeof getProducts>('POST', 'product/getproduct', { q, limit: 5 }, signal)
      return answer.response
    },
    enabled: q !== '',
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })
}
