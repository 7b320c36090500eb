import { useRef, type FocusEvent, type ToggleEvent } from 'react'
import { Link } from 'react-router'
import type { Facets } from '#contract/product.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { FilterFields } from './filter-fields.tsx'
import {
  filterCount,
  readListing,
  withoutFilters,
  type OfferedCategory,
  type OwnOrder,
} from './listing-address.ts'
import { SortField } from './sort-field.tsx'
import type { ListingControl } from './use-listing.ts'

/** Names the panel for the button that opens it. */
export const filterPanelId = 'filters'

interface FilterPanelProps {
  control: ListingControl
  facets: Facets
  categories: readonly OfferedCategory[]
  /** The order that the list has of itself. */
  own: OwnOrder
  /** What the button says that closes the panel: `Show 12 products`. */
  show: string
}

/**
 * All filters of a list in one form: a column on large screens, and on small ones a sheet that a `popovertarget` button
 * opens, which needs no script. Without a script the form is sent by its button.
 */
export function FilterPanel({ control, facets, categories, own, show }: FilterPanelProps) {
  const { listing, q, address, apply } = control
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  function submit(form: HTMLFormElement) {
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') typed.append(name, value)
    apply(readListing(typed, categories))
  }
  const close = () => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }

  // The sheet covers the page, so the focus must not wander below it.
  const closeBehind = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const left = relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)
    if (left) close()
  }
  const focusTitle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') title.current?.focus()
  }

  return (
    <aside
      ref={panel}
      id={filterPanelId}
      popover="auto"
      aria-labelledby={`${filterPanelId}-title`}
      onToggle={focusTitle}
      onBlur={closeBehind}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overscroll-contain bg-page text-ink lg:sticky lg:top-[calc(var(--spacing-bar)+1.5rem)] lg:block lg:h-auto lg:max-h-[calc(100dvh-var(--spacing-bar)-3rem)] lg:-ml-1 lg:w-60 lg:shrink-0 lg:self-start lg:overflow-y-auto lg:bg-transparent lg:mask-b-from-[calc(100%-3rem)]"
    >
      <form
        method="get"
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
        className="flex h-full flex-col lg:h-auto"
      >
        {q !== undefined && <input type="hidden" name="q" value={q} />}
        <div className="flex min-h-16 items-center justify-between border-b border-line px-4 lg:hidden">
          <h2
            ref={title}
            tabIndex={-1}
            id={`${filterPanelId}-title`}
            className="font-display text-2xl outline-none"
          >
            Filter and sort
          </h2>
          <button
            type="button"
            popoverTarget={filterPanelId}
            popoverTargetAction="hide"
            aria-label="Close filters"
            className="grid size-11 place-items-center rounded-xs hover:bg-ground"
          >
            <Icon name="close" />
          </button>
        </div>
        <div className="grow overflow-y-auto px-4 py-4 lg:overflow-visible lg:px-1 lg:pt-0 lg:pb-12">
          <SortField
            sort={listing.sort}
            own={own}
            onSort={(sort) => apply({ ...listing, sort, page: 1 })}
            className="mb-6 grid gap-1.5 lg:hidden"
          />
          <FilterFields listing={listing} facets={facets} categories={categories} apply={apply} />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t border-line bg-page p-4 lg:hidden noscript:lg:flex">
          {filterCount(listing) > 0 && (
            <Link
              to={address(withoutFilters(listing))}
              preventScrollReset
              className="px-3 py-3 underline underline-offset-4"
            >
              Clear all
            </Link>
          )}
          <Button type="submit" className="min-w-0 grow" onClick={close}>
            {show}
          </Button>
        </div>
      </form>
    </aside>
  )
}
