import { price, type MoneyFormat } from '#web/lib/format/money.ts'
import { toggleSpec, type Listing, type ListingCategory } from '../listing-query.ts'

/** One applied filter. */
export interface AppliedFilter {
  /** Such as `Colour`. */
  name: string
  /** Such as `Sage`. */
  value: string
  /** The listing without this filter. */
  without: Listing
}

/** All applied filters of a listing, in the order of the filter panel. */
export function listAppliedFilters(
  listing: Listing,
  categories: readonly ListingCategory[],
  shop: MoneyFormat,
): AppliedFilter[] {
  const { category, min, max, instock, onsale, rating, specs } = listing
  const applied: AppliedFilter[] = []
  const first = { ...listing, page: 1 }
  const chosen = categories.find(({ id }) => id === category)
  if (chosen)
    applied.push({ name: 'Category', value: chosen.name, without: { ...first, category: undefined } })
  if (min !== undefined || max !== undefined) {
    applied.push({
      name: 'Price',
      value: priceRange(min, max, shop),
      without: { ...first, min: undefined, max: undefined },
    })
  }
  if (instock)
    applied.push({ name: 'Availability', value: 'In stock', without: { ...first, instock: false } })
  if (onsale) applied.push({ name: 'Availability', value: 'On offer', without: { ...first, onsale: false } })
  if (rating) {
    applied.push({
      name: 'Rating',
      value: minimumStarsLabel(rating),
      without: { ...first, rating: undefined },
    })
  }
  for (const [name, values] of specs) {
    for (const value of values) applied.push({ name, value, without: toggleSpec(listing, name, value) })
  }
  return applied
}

/** Such as "4 stars & up". */
export const minimumStarsLabel = (minimum: number) => `${minimum} ${minimum === 1 ? 'star' : 'stars'} & up`

function priceRange(min: number | undefined, max: number | undefined, shop: MoneyFormat): string {
  if (min === undefined) return `Up to ${price(max ?? 0, shop)}`
  if (max === undefined) return `From ${price(min, shop)}`
  return `${price(min, shop)} to ${price(max, shop)}`
}
