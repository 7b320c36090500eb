import { Icon } from '#web/ui/icon.tsx'
import type { AppliedFilter } from './applied-filters.ts'
import type { Listing } from '../listing-query.ts'

interface FilterChipsProps {
  filters: AppliedFilter[]
  urlOf: (listing: Listing) => string
  /** The listing without any filter. */
  cleared: Listing
}

/** The applied filters as links that remove them. */
export function FilterChips({ filters, urlOf, cleared }: FilterChipsProps) {
  if (filters.length === 0) return null
  return (
    <ul aria-label="Applied filters" className="mb-6 flex flex-wrap items-center gap-2">
      {filters.map(({ name, value, without }) => (
        <li key={`${name}=${value}`} className="max-w-full">
          <a
            href={urlOf(without)}
            className="flex min-h-9 items-center gap-1.5 rounded-full bg-ground py-1 pr-2.5 pl-3.5 text-sm wrap-anywhere transition-colors duration-150 hover:bg-line forced-colors:border"
          >
            <span className="sr-only">Remove filter {name}: </span>
            {value}
            <Icon name="close" className="size-4" />
          </a>
        </li>
      ))}
      <li>
        <a
          href={urlOf(cleared)}
          className="flex min-h-9 items-center px-2 text-sm underline underline-offset-4 hover:decoration-2"
        >
          Clear all
        </a>
      </li>
    </ul>
  )
}
