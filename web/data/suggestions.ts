import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { getSuggestions } from '#contract/suggestion.ts'
import { api } from '../lib/api.ts'
import { useDebounced } from '../lib/use-debounced.ts'

/**
 * Products and categories for what is being typed; asked once a text, then kept for 5 minutes. A question that was
 * overtaken is dropped, and until the next answer is here the one before stays.
 */
export function useSuggestions(typed: string) {
  const q = useDebounced(typed.trim().replaceAll(/\s+/g, ' ').toLowerCase(), 120)
  return useQuery({
    queryKey: ['suggestions', q],
    queryFn: async ({ signal }) =>
      (await api<typeof getSuggestions>('GET', 'search/suggestions', { q }, signal)).data,
    enabled: q !== '',
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })
}
