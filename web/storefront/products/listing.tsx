import type { ReactNode } from 'react'
import type { Facets, ProductCard } from '#contract/product.ts'
import { useShop } from '../../data/shop.ts'
import { Icon } from '../../ui/icon.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { ProductGrid } from '../product-grid.tsx'
import { chipsOf } from './chips.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterPanel, filterPanelId } from './filter-panel.tsx'
import {
  filterCount,
  pageSize,
  withoutFilters,
  type OfferedCategory,
  type OwnOrder,
} from './listing-address.ts'
import { NothingFound } from './nothing-found.tsx'
import { SortForm } from './sort-form.tsx'
import { useArrival } from './use-arrival.ts'
import { useListing } from './use-listing.ts'

interface ListingProps {
  heading: ReactNode
  products: ProductCard[]
  /** How many match on all pages. */
  total: number
  /** Without: a list that cannot be filtered. */
  facets?: Facets | undefined
  /** The categories that the list can be narrowed to. */
  categories?: readonly OfferedCategory[]
  /** The order that the list has of itself. */
  own?: OwnOrder
  /** More match than are counted: `total` is where the counting ends. */
  more?: boolean
  /** Told of each product whose page is opened from here. */
  onOpen?: ((product: ProductCard) => void) | undefined
}

/** Products that can be sorted, filtered and leafed through; all of it stands in the address. */
export function Listing(props: ListingProps) {
  const { heading, products, total, facets, categories = [], own = 'newest', more = false, onOpen } = props
  const shop = useShop()
  const control = useListing(categories)
  const { listing, shown, pending, address } = control
  const pages = Math.ceil(total / pageSize)
  const chips = chipsOf(listing, categories, shop)
  const { top, count } = useArrival(products, shown.page)

  return (
    <div className="page-width pb-16 lg:pb-24">
      {heading}
      <div className="lg:flex lg:gap-12">
        {facets && (
          <FilterPanel
            control={control}
            facets={facets}
            categories={categories}
            own={own}
            show={`Show ${amount(total, more)}`}
          />
        )}
        <section ref={top} aria-label="Products" className="min-h-[80dvh] min-w-0 grow scroll-mt-24">
          <div className="mb-6 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-2">
            <p
              ref={count}
              tabIndex={-1}
              role="status"
              className="text-quiet outline-none tabular max-sm:text-sm"
            >
              {countText({ total, more }, shown.page, products.length)}
            </p>
            {facets && (
              <button
                type="button"
                popoverTarget={filterPanelId}
                className="flex min-h-11 items-center gap-2 rounded-xs border border-ink px-3 font-medium max-sm:text-sm lg:hidden"
              >
                <Icon name="filter" className="size-5" />
                Filter and sort
                {chips.length > 0 && (
                  <span className="grid size-6 place-items-center rounded-full bg-ink text-sm text-page tabular">
                    {filterCount(listing)}
                    <span className="sr-only"> applied</span>
                  </span>
                )}
              </button>
            )}
            <SortForm control={control} own={own} className={facets ? 'max-lg:hidden' : ''} />
          </div>
          <FilterChips
            chips={chips}
            address={address}
            cleared={withoutFilters(listing)}
            onRemove={() => count.current?.focus({ preventScroll: true })}
          />
          <div
            aria-busy={pending}
            className="transition-opacity delay-150 duration-150 aria-busy:opacity-40 motion-reduce:transition-none"
          >
            {products.length > 0 ? (
              <ProductGrid
                // Other products come as a new grid: a card that stays would jump to its new place.
                key={products.map(({ productid }) => productid).join()}
                products={products}
                priority={4}
                headingLevel={2}
                columns={facets ? 3 : 4}
                onOpen={onOpen}
              />
            ) : (
              <NothingFound listing={shown} total={total} address={address} />
            )}
            {products.length > 0 && (
              <Pagination page={shown.page} pages={pages} href={(page) => address({ ...shown, page })} />
            )}
          </div>
        </section>
      </div>
    </div>
  )
}

const amount = (total: number, more = false) =>
  total === 1 ? '1 product' : `${total.toLocaleString('en')}${more ? '+' : ''} products`

function countText({ total, more }: { total: number; more: boolean }, page: number, shown: number): string {
  if (shown === 0 || shown === total) return total === 0 ? 'No products' : amount(total, more)
  const first = (page - 1) * pageSize + 1
  return `${first}–${first + shown - 1} of ${amount(total, more)}`
}
