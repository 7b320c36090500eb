import { Button } from '../../ui/button.tsx'
import { listingSearch, type OwnOrder } from './listing-address.ts'
import { SortField } from './sort-field.tsx'
import type { ListingControl } from './use-listing.ts'

interface SortFormProps {
  control: ListingControl
  own: OwnOrder
  className?: string
}

/** The order of a list beside its count; without a script it brings a button. */
export function SortForm({ control: { listing, q, apply }, own, className = '' }: SortFormProps) {
  const others = new URLSearchParams(listingSearch({ ...listing, sort: undefined, page: 1 }, q))
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
        own={own}
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
