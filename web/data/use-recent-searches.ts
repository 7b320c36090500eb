import { useSyncExternalStore } from 'react'
import { noSearches, readRecentSearches, subscribeToRecentSearches } from './recent-searches.ts'

/** The recent searches of this device, latest first; empty if the browser forbids storage. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribeToRecentSearches, readRecentSearches, () => noSearches)
}
