import type { Facets } from '#contract/catalog/facets.ts'
import { enhancedBy } from '#web/islands/enhanced-by.ts'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { CatalogPlace } from './category-tree.tsx'
import { FilterFields } from './filter-fields.tsx'
import { filterCount, withoutFilters, type ListingCategory, type DefaultSort } from '../listing-query.ts'
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
}

/**
 * All filters of a listing in one form: a column on large screens, where `choices.enhance.ts` sends each choice, a popover
 * sheet on small ones, where the button sends all.
 */
export function FilterPanel(props: FilterPanelProps) {
  const { control, facets, categories, place, defaultSort } = props
  const { listing, q, urlOf } = control
  return (
    <aside
      id={FILTER_PANEL_ID}
      popover="auto"
      aria-labelledby={`${FILTER_PANEL_ID}-title`}
      className="fixed inset-0 m-0 h-dvh max-h-none w-full max-w-none overscroll-contain bg-page text-ink lg:static lg:-ml-1 lg:block lg:h-auto lg:w-60 lg:shrink-0 lg:self-start lg:overflow-visible lg:bg-transparent"
    >
      <form
        method="get"
        // Back would restore the choice that led away, which the products do not show.
        autoComplete="off"
        data-enhance={enhancedBy('listing/choices')}
        className="flex h-full flex-col lg:h-auto"
      >
        {q !== undefined && <input type="hidden" name="q" value={q} />}
        <div className="flex min-h-16 items-center justify-between border-b border-line px-4 lg:hidden">
          <h2
            tabIndex={-1}
            // Opened, the sheet takes the focus here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
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
          <SortField sort={listing.sort} defaultSort={defaultSort} className="mb-6 grid gap-1.5 lg:hidden" />
          <FilterFields listing={listing} facets={facets} categories={categories} place={place} />
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t border-line bg-page p-4 lg:hidden noscript:lg:flex">
          {filterCount(listing) > 0 && (
            <a href={urlOf(withoutFilters(listing))} className="px-3 py-3 underline underline-offset-4">
              Clear all
            </a>
          )}
          <Button type="submit" className="min-w-0 grow">
            Show products
          </Button>
        </div>
      </form>
    </aside>
  )
}
