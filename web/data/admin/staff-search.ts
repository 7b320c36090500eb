import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { MIN_SEARCH_LENGTH } from '#contract/search/staff-search.ts'
import { adminData } from './query.ts'

/**
 * Orders, customers and products that match a text. Each text is a query of its own, so that a late answer never replaces a newer
 * one. The last records stay in view until the next ones arrive.
 */
export function useStaffSearch(q: string) {
  const isSearched = q.length >= MIN_SEARCH_LENGTH
  const query = useQuery({
    ...adminData('GET admin/search', { q }),
    enabled: isSearched,
    placeholderData: keepPreviousData,
    // A change elsewhere in the dashboard shows at the next search.
    staleTime: 0,
    gcTime: 0,
    retry: 1,
  })
  return { ...query, data: isSearched ? query.data : undefined, isSearched }
}
