import { price, type MoneyFormat } from '../../lib/money.ts'
import { toggleSpec, type Listing, type OfferedCategory } from './listing-address.ts'

/** One applied filter: what it is called, and the list without it. */
export interface Chip {
  /** What it filters by: `Colour`. */
  name: string
  /** What was chosen: `Sage`. */
  value: string
  without: Listing
}

/** Every applied filter of a list, in the order in which the filters stand. */
export function chipsOf(listing: Listing, categories: readonly OfferedCategory[], shop: MoneyFormat): Chip[] {
  const { category, min, max, instock, onsale, rating, specs } = listing
  const chips: Chip[] = []
  const first = { ...listing, page: 1 }
  const chosen = categories.find(({ id }) => id === category)
  if (chosen) chips.push({ name: 'Category', value: chosen.name, without: { ...first, category: undefined } })
  if (min !== undefined || max !== undefined) {
    chips.push({
      name: 'Price',
      value: priceRange(min, max, shop),
      without: { ...first, min: undefined, max: undefined },
    })
  }
  if (instock) chips.push({ name: 'Availability', value: 'In stock', without: { ...first, instock: false } })
  if (onsale) chips.push({ name: 'Availability', value: 'On offer', without: { ...first, onsale: false } })
  if (rating) {
    chips.push({ name: 'Rating', value: starsText(rating), without: { ...first, rating: undefined } })
  }
  for (const [name, values] of specs) {
    for (const value of values) chips.push({ name, value, without: toggleSpec(listing, name, value) })
  }
  return chips
}

/** "4 stars and more" */
export const starsText = (least: number) => `${least} ${least === 1 ? 'star' : 'stars'} and more`

function priceRange(min: number | undefined, max: number | undefined, shop: MoneyFormat): string {
  if (min === undefined) return `Up to ${price(max ?? 0, shop)}`
  if (max === undefined) return `From ${price(min, shop)}`
  return `${price(min, shop)} to ${price(max, shop)}`
}
