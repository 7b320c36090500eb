import { links } from '#contract/links.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { filterCount, PAGE_SIZE, withoutFilters, type Listing } from './listing-query.ts'

interface EmptyListingProps {
  listing: Listing
  /** The number of matches on other pages. */
  total: number
  urlOf: (listing: Listing) => string
}

/** The message without products: past the last page, with too many filters, or in an empty category. */
export function EmptyListing({ listing, total, urlOf }: EmptyListingProps) {
  if (total > 0) {
    return (
      <EmptyState icon="filter" title="This page doesn’t exist" text="There are fewer pages than that.">
        <LinkButton href={urlOf({ ...listing, page: Math.ceil(total / PAGE_SIZE) })}>
          Go to the last page
        </LinkButton>
      </EmptyState>
    )
  }
  if (filterCount(listing) > 0) {
    return (
      <EmptyState icon="filter" title="No products match these filters" text="Try removing a filter.">
        <LinkButton href={urlOf(withoutFilters(listing))}>Clear all filters</LinkButton>
        <LinkButton href={links.allCategories()} kind="quiet">
          Browse categories
        </LinkButton>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing here yet" text="New products are coming soon.">
      <LinkButton href={links.allCategories()}>Browse categories</LinkButton>
    </EmptyState>
  )
}
