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
export function SortForm({ control: { listing, q, apply }, defaultSort, className = '' }: SortFormProps) {
  const others = new URLSearchParams(listingQuery({ ...listing, sort: undefined, page: 1 }, q))
  return (
    <form
      method="get"
      className={`flex items-center gap-2 ${className}`}
      onSubmit={(event) => event.preventDefault()}
    >
      {[...others].map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <SortField
        sort={listing.sort}
        defaultSort={defaultSort}
        onSort={(sort) => apply({ ...listing, sort, page: 1 })}
        className="flex items-center gap-1"
      />
      <noscript>
        <Button type="submit" kind="quiet" className="min-h-11">
          Sort
        </Button>
      </noscript>
    </form>
  )
}
