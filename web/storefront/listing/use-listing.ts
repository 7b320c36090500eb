import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from '#web/lib/navigation/navigation.ts'
import {
  filterCount,
  listingQuery,
  parseListing,
  type Listing,
  type ListingCategory,
} from './listing-query.ts'

/**
 * The listing of the URL (`current`), and a function to change it. While another listing loads, `listing` is already that
 * one, so that controls respond at once and two quick choices combine.
 */
export function useListing(categories: readonly ListingCategory[] = []) {
  const { pathname, search, key } = useLocation()
  const { location } = useNavigation()
  const navigate = useNavigate()

  const next = location?.pathname === pathname ? location : undefined
  // The router reports a navigation too late for a controlled field, so the request is kept until then.
  const routerState = `${key} ${location?.key ?? ''}`
  const [requested, setRequested] = useState<{ search: string; routerState: string }>()
  // Reset it afterwards: the back button returns to the same router state.
  if (requested && requested.routerState !== routerState) setRequested(undefined)
  const pendingSearch = requested?.routerState === routerState ? requested.search : next?.search

  const params = new URLSearchParams(pendingSearch ?? search)
  const q = params.get('q') ?? undefined
  const urlOf = (listing: Listing) => pathname + listingQuery(listing, q)
  return {
    listing: parseListing(params, categories),
    current: parseListing(new URLSearchParams(search), categories),
    q,
    isPending: pendingSearch !== undefined,
    /** The URL of this page with another listing. */
    urlOf,
    /** Navigates to another listing and keeps the scroll position. */
    apply(listing: Listing) {
      setRequested({ search: listingQuery(listing, q), routerState })
      void navigate(urlOf(listing), { preventScrollReset: true })
    },
  }
}

export type ListingControl = ReturnType<typeof useListing>

/** Whether the URL applies any filter. */
export function useIsFiltered(categories: readonly ListingCategory[]): boolean {
  const { search } = useLocation()
  return filterCount(parseListing(new URLSearchParams(search), categories)) > 0
}
