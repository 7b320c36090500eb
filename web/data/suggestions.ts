import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from './query.ts'
import { useDebounced } from '../lib/use-debounced.ts'

const DEBOUNCE_MS = 120

/**
 * Suggested products and categories for a text, cached for 5 minutes. A newer text cancels the request, and the last
 * suggestions stay until the next ones arrive.
 */
export function useSuggestions(text: string) {
  const q = useDebounced(text.trim().replaceAll(/\s+/g, ' ').toLowerCase(), DEBOUNCE_MS)
  return useQuery({
    ...query('GET search/suggestions', { q }),
    enabled: q !== '',
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  })
}
