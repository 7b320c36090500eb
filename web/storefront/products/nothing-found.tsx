import { links } from '#contract/links.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { filterCount, withoutFilters, type Listing } from './listing-address.ts'

interface NothingFoundProps {
  listing: Listing
  /** How many match on other pages. */
  total: number
  address: (listing: Listing) => string
}

/** Stands where no product is left: behind the last page, behind too many filters, or in an empty shelf. */
export function NothingFound({ listing, total, address }: NothingFoundProps) {
  if (total > 0) {
    return (
      <EmptyState
        icon="filter"
        title="The list ends before this page"
        text="Its products stand on earlier pages."
      >
        <LinkButton to={address({ ...listing, page: 1 })}>Go to the first page</LinkButton>
      </EmptyState>
    )
  }
  if (filterCount(listing) > 0) {
    return (
      <EmptyState
        icon="filter"
        title="No products match these filters"
        text="Remove one of them, or start again without."
      >
        <LinkButton to={address(withoutFilters(listing))}>Clear all filters</LinkButton>
        <LinkButton to={links.allCategories()} kind="quiet">
          Browse categories
        </LinkButton>
      </EmptyState>
    )
  }
  return (
    <EmptyState title="Nothing here yet" text="New pieces arrive soon. Until then, have a look around.">
      <LinkButton to={links.allCategories()}>Browse categories</LinkButton>
    </EmptyState>
  )
}
