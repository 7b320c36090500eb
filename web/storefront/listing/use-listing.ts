import { usePage } from '#web/data/page.ts'
import { listingQuery, parseListing, type Listing, type ListingCategory } from './listing-query.ts'

/** The listing of the page's address. */
export function useListing(categories: readonly ListingCategory[] = []) {
  const { pathname, search } = usePage()
  const params = new URLSearchParams(search)
  const q = params.get('q') ?? undefined
  return {
    listing: parseListing(params, categories),
    q,
    /** The address of this page with another listing. */
    urlOf: (listing: Listing) => pathname + listingQuery(listing, q),
  }
}

export type ListingControl = ReturnType<typeof useListing>
