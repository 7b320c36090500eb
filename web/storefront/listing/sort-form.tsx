import { enhancedBy } from '#web/islands/enhanced-by.ts'
import { Button } from '#web/ui/button.tsx'
import { listingQuery, type DefaultSort } from './listing-query.ts'
import { SortField } from './sort-field.tsx'
import type { ListingControl } from './use-listing.ts'

interface SortFormProps {
  control: ListingControl
  defaultSort: DefaultSort
  className?: string
}

/** The sort order above the results, with a button for browsers without JavaScript. */
export function SortForm({ control: { listing, q }, defaultSort, className = '' }: SortFormProps) {
  const others = new URLSearchParams(listingQuery({ ...listing, sort: undefined, page: 1 }, q))
  return (
    <form
      method="get"
      // Back would restore the choice that led away, which the products do not show.
      autoComplete="off"
      data-enhance={enhancedBy('listing/choices')}
      className={`flex items-center gap-2 ${className}`}
    >
      {[...others].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <SortField sort={listing.sort} defaultSort={defaultSort} className="flex items-center gap-1" />
      <noscript>
        <Button type="submit" kind="quiet" className="min-h-11">
          Sort
        </Button>
      </noscript>
    </form>
  )
}
