import { useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { listingSearch, readListing, type Listing, type OfferedCategory } from './listing-address.ts'

/**
 * The list that the address asks for (`shown`), and the way to ask for another. While another is on its way, `listing`
 * is already that one, so that controls answer at once and two quick choices add up.
 */
export function useListing(categories: readonly OfferedCategory[] = []) {
  const { pathname, search, key } = useLocation()
  const { location } = useNavigation()
  const navigate = useNavigate()

  const next = location?.pathname === pathname ? location : undefined
  // The router tells of a navigation a moment after it was asked for; a control cannot wait that long.
  const moment = `${key} ${location?.key ?? ''}`
  const [asked, setAsked] = useState<{ search: string; moment: string }>()
  // Once the router has taken over, it is forgotten: the back button leads to the same moment again.
  if (asked && asked.moment !== moment) setAsked(undefined)
  const soon = asked?.moment === moment ? asked.search : next?.search

  const params = new URLSearchParams(soon ?? search)
  const q = params.get('q') ?? undefined
  const address = (wanted: Listing) => pathname + listingSearch(wanted, q)
  return {
    listing: readListing(params, categories),
    shown: readListing(new URLSearchParams(search), categories),
    q,
    pending: soon !== undefined,
    /** The address of this list with other wishes. */
    address,
    /** Goes there; the page keeps its place. */
    apply(wanted: Listing) {
      setAsked({ search: listingSearch(wanted, q), moment })
      void navigate(address(wanted), { preventScrollReset: true })
    },
  }
}

export type ListingControl = ReturnType<typeof useListing>
