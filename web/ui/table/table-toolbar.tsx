import { useId, useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'

interface TableToolbarProps {
  search: ReactNode
  filters: ReactNode
  /** Export and columns. */
  children: ReactNode
}

/** Search, filters and tools of a table in one row. Phones fold all but the search behind a button. */
export function TableToolbar({ search, filters, children }: TableToolbarProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="mb-2 flex flex-wrap items-end gap-2">
      {search}
      <Button
        kind="secondary"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="px-3! sm:hidden"
      >
        <Icon name="filter" className="size-5" />
        {filters ? 'Filters' : 'Tools'}
      </Button>
      <div
        id={id}
        className={`min-w-0 grow flex-wrap items-end gap-2 sm:contents max-sm:basis-full ${open ? 'flex' : 'hidden'}`}
      >
        {filters}
        {children}
      </div>
    </div>
  )
}
