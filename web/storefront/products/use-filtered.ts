import { useLocation } from 'react-router'
import { filterCount, readListing, type OfferedCategory } from './listing-address.ts'

/** True where the address narrows its list. */
export function useFiltered(categories: readonly OfferedCategory[]): boolean {
  const { search } = useLocation()
  return filterCount(readListing(new URLSearchParams(search), categories)) > 0
}
