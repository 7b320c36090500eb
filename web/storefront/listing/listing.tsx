import type { ReactNode } from 'react'
import type { Facets } from '#contract/catalog/facets.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { useShop } from '#web/data/shop.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { ProductGrid } from '../cards/product-grid.tsx'
import type { CatalogPlace } from './filters/category-tree.tsx'
import { listAppliedFilters } from './filters/applied-filters.ts'
import { FilterChips } from './filters/filter-chips.tsx'
import { FilterPanel, FILTER_PANEL_ID } from './filters/filter-panel.tsx'
import {
  filterCount,
  PAGE_SIZE,
  withoutFilters,
  type ListingCategory,
  type DefaultSort,
} from './listing-query.ts'
import { EmptyListing } from './empty-listing.tsx'
import { SortForm } from './sort-form.tsx'
import { useListing } from './use-listing.ts'

interface ListingProps {
  heading: ReactNode
  /** In place of everything else, if there are no products without any filter either. */
  empty?: ReactNode
  products: ProductCard[]
  /** The number of matches on all pages. */
  total: number
  /** Omit it for a listing without filters. */
  facets?: Facets | undefined
  /** The categories to filter by. */
  categories?: readonly ListingCategory[]
  /** The place in the catalog, for listings that are part of it. */
  place?: CatalogPlace
  defaultSort?: DefaultSort
  /** There are more matches than `total`, where counting stops. */
  hasMore?: boolean
}

/** With fewer products than this, a listing has no filters. */
const MIN_FILTERED = 4

/** Products with sorting, filters and pages. The URL holds the whole state. */
export function Listing(props: ListingProps) {
  const { heading, empty, products, total, categories = [], place } = props
  const { defaultSort = 'newest', hasMore = false } = props
  const shop = useShop()
  const control = useListing(categories)
  const { listing, urlOf } = control
  const pages = Math.ceil(total / PAGE_SIZE)
  const filters = listAppliedFilters(listing, categories, shop)
  // Few products need no filters, except those that made them few.
  const isFiltered = filterCount(listing) > 0
  const facets = total >= MIN_FILTERED || isFiltered ? props.facets : undefined

  if (empty && total === 0 && !isFiltered) {
    return (
      <div className="page-width pb-16 lg:pb-24">
        {heading}
        {empty}
      </div>
    )
  }
  return (
    <div className="page-width pb-16 lg:pb-24">
      {heading}
      <div className="lg:flex lg:gap-12">
        {facets && (
          <FilterPanel
            control={control}
            facets={facets}
            categories={categories}
            place={place}
            defaultSort={defaultSort}
          />
        )}
        <section aria-label="Products" className="min-h-[80dvh] min-w-0 grow">
          <div className="mb-6 flex min-h-11 items-center justify-between gap-x-3 gap-y-2 sm:flex-wrap">
            <p className="min-w-0 text-quiet tabular wrap-anywhere max-sm:text-sm">
              {countText({ total, hasMore }, listing.page, products.length)}
            </p>
            {facets && (
              <button
                type="button"
                popoverTarget={FILTER_PANEL_ID}
                className="flex min-h-11 items-center gap-2 rounded-xs border border-ink px-3 text-left font-medium max-sm:text-sm lg:hidden"
              >
                <Icon name="filter" className="size-5" />
                Filter and sort
                {filters.length > 0 && (
                  <span className="grid size-6 place-items-center rounded-full bg-ink text-sm text-page tabular">
                    {filterCount(listing)}
                    <span className="sr-only"> applied</span>
                  </span>
                )}
              </button>
            )}
            <SortForm control={control} defaultSort={defaultSort} className={facets ? 'max-lg:hidden' : ''} />
          </div>
          <FilterChips filters={filters} urlOf={urlOf} cleared={withoutFilters(listing)} />
          <div className="transition-opacity delay-150 duration-150 in-aria-busy:opacity-40 motion-reduce:transition-none">
            {products.length > 0 ? (
              <ProductGrid products={products} priority={4} headingLevel={2} columns={facets ? 3 : 4} />
            ) : (
              <EmptyListing listing={listing} total={total} urlOf={urlOf} />
            )}
            {products.length > 0 && (
              <Pagination page={listing.page} pages={pages} href={(page) => urlOf({ ...listing, page })} />
            )}
          </div>
        </section>
      </div>
    </div>
  )
}

const productCount = (total: number, hasMore = false) =>
  total === 1 ? '1 product' : `${total.toLocaleString('en')}${hasMore ? '+' : ''} products`

function countText(results: { total: number; hasMore: boolean }, page: number, shown: number): string {
  const { total, hasMore } = results
  if (shown === 0 || shown === total) return total === 0 ? 'No products' : productCount(total, hasMore)
  const first = (page - 1) * PAGE_SIZE + 1
  return `${first}–${first + shown - 1} of ${productCount(total, hasMore)}`
}
