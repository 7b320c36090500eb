import { useId } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { listingSorts, type ListingSort, type DefaultSort } from './listing-query.ts'

const labels: Record<ListingSort | DefaultSort, string> = {
  collection: 'Featured',
  relevance: 'Best match',
  newest: 'Newest',
  price_asc: 'Price: low to high',
  price_desc: 'Price: high to low',
  name: 'Name: A to Z',
}

interface SortFieldProps {
  sort: ListingSort | undefined
  /** The order without a parameter in the URL. */
  defaultSort: DefaultSort
  className?: string
}

/** The sort order. Place it in a form, so that it also works without JavaScript. */
export function SortField({ sort, defaultSort, className = '' }: SortFieldProps) {
  const id = useId()
  const others = listingSorts.filter((order) => order !== 'relevance' && order !== defaultSort)
  return (
    <div className={className}>
      <label htmlFor={id} className="text-sm whitespace-nowrap text-quiet">
        Sort by
      </label>
      <div className="relative">
        <select
          id={id}
          name="sort"
          defaultValue={others.find((order) => order === sort) ?? ''}
          className="min-h-11 w-full cursor-pointer appearance-none rounded-xs py-2 pr-9 pl-3 font-medium hover:bg-ground max-lg:border max-lg:border-edge max-lg:bg-card"
        >
          <option value="">{labels[defaultSort]}</option>
          {others.map((order) => (
            <option key={order} value={order}>
              {labels[order]}
            </option>
          ))}
        </select>
        <Icon name="down" className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2" />
      </div>
    </div>
  )
}
