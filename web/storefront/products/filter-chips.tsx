import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import type { Chip } from './chips.ts'
import type { Listing } from './listing-address.ts'

interface FilterChipsProps {
  chips: Chip[]
  address: (listing: Listing) => string
  /** The list without any filter. */
  cleared: Listing
  /** Called when a filter goes, and the link in the focus with it. */
  onRemove: () => void
}

/** The applied filters, each a link to the list without it. */
export function FilterChips({ chips, address, cleared, onRemove }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul aria-label="Applied filters" className="mb-6 flex flex-wrap items-center gap-2">
      {chips.map(({ name, value, without }) => (
        <li key={`${name}=${value}`} className="max-w-full">
          <Link
            to={address(without)}
            preventScrollReset
            onClick={onRemove}
            className="flex min-h-9 items-center gap-1.5 rounded-full bg-ground py-1 pr-2.5 pl-3.5 text-sm wrap-anywhere transition-colors duration-150 hover:bg-line forced-colors:border"
          >
            <span className="sr-only">Remove filter {name}: </span>
            {value}
            <Icon name="close" className="size-4" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          to={address(cleared)}
          preventScrollReset
          onClick={onRemove}
          className="flex min-h-9 items-center px-2 text-sm underline underline-offset-4 hover:decoration-2"
        >
          Clear all
        </Link>
      </li>
    </ul>
  )
}
