import { useRef, type FocusEvent, type ToggleEvent } from 'react'
import { Link } from '#web/lib/navigation/navigation.ts'
import type { Facets } from '#contract/catalog/facets.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CatalogPlace } from './category-tree.tsx'
import { FilterFields } from './filter-fields.tsx'
import {
  filterCount,
  parseListing,
  withoutFilters,
  type ListingCategory,
  type DefaultSort,
} from '../listing-query.ts'
import { SortField } from '../sort-field.tsx'
import type { ListingControl } from '../use-listing.ts'

/** The id that the opening button refers to. */
export const FILTER_PANEL_ID = 'filters'

interface FilterPanelProps {
  control: ListingControl
  facets: Facets
  categories: readonly ListingCategory[]
  place?: CatalogPlace | undefined
  defaultSort: DefaultSort
  /** The label of the button that closes the panel: `Show 12 products`. */
  showLabel: string
}

/**
 * All filters of a listing in one form: a column on large screens, a popover sheet on small ones. Without JavaScript, the
 * popover still opens and a button submits the form.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { control, facets, categories, place, defaultSort, showLabel } = props
  const { listing, q, urlOf, apply } = control
  const panel = useRef<HTMLElement>(null)
  const title = useRef<HTMLHeadingElement>(null)

  function submit(form: HTMLFormElement) {
    const params = new URLSearchParams()
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.append(name, value)
    apply(parseListing(params, categories))
  }
  const close = () => {
    if (panel.current?.matches(':popover-open')) panel.current.hidePopover()
  }

  // The sheet covers the page, so the focus must not move below it.
  const closeWhenFocusLeaves = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof Node && !currentTarget.contains(relatedTarget)) close()
  }
  const focusTitle = ({ newState }: ToggleEvent) => {
    if (newState === 'open') title.current?.focus()
  }

  return (
    <aside
      ref={panel}
      id={FILTER_PANEL_ID}
      popover="auto"
      aria-labelledby={`${FILTER_PANEL_ID}-title`}
      onToggle={focusTitle}
      onBlur={closeWhenFocusLeaves}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overscroll-contain bg-page text-ink lg:static lg:-ml-1 lg:block lg:h-auto lg:w-60 lg:shrink-0 lg:self-start lg:overflow-visible lg:bg-transparent"
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
            id={`${FILTER_PANEL_ID}-title`}
            className="font-display text-2xl outline-none"
          >
            Filter and sort
          </h2>
          <button
            type="button"
            popoverTarget={FILTER_PANEL_ID}
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
            defaultSort={defaultSort}
            onSort={(sort) => apply({ ...listing, sort, page: 1 })}
            className="mb-6 grid gap-1.5 lg:hidden"
          />
          <FilterFields
            listing={listing}
            facets={facets}
            categories={categories}
            place={place}
            apply={apply}
          />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t border-line bg-page p-4 lg:hidden noscript:lg:flex">
          {filterCount(listing) > 0 && (
            <Link
              to={urlOf(withoutFilters(listing))}
              preventScrollReset
              className="px-3 py-3 underline underline-offset-4"
            >
              Clear all
            </Link>
          )}
          <Button type="submit" className="min-w-0 grow" onClick={close}>
            {showLabel}
          </Button>
        </div>
      </form>
    </aside>
  )
}
