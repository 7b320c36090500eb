import type { Facets } from '#contract/catalog/facets.ts'
import type { ProductFilter } from '#contract/catalog/product.ts'

/** The sort orders of listings. */
export const listingSorts = ['relevance', 'newest', 'price_asc', 'price_desc', 'name'] as const
export type ListingSort = (typeof listingSorts)[number]

/** The sort order without a choice. Staff arrange the products of a collection. */
export type DefaultSort = 'relevance' | 'newest' | 'collection'

/** The state of a product listing in its URL: filters, sort order and page. Prices are in major units. */
export interface Listing {
  sort: ListingSort | undefined
  category: number | undefined
  min: number | undefined
  max: number | undefined
  instock: boolean
  onsale: boolean
  /** The minimum number of stars, 1 to 4. */
  rating: number | undefined
  specs: ReadonlyMap<string, readonly string[]>
  page: number
}

/** A category to filter by. */
export interface ListingCategory {
  id: number
  name: string
}

export const PAGE_SIZE = 24

/** Prefixes specifications, as in `spec.Colour=Sage`, so that no name collides with another parameter. */
export const SPEC_PREFIX = 'spec.'

const MAX_SPECS = 20
const MAX_VALUES_PER_SPEC = 50

const isValid = (text: string, maxLength: number) =>
  text.length > 0 && text.length <= maxLength && !text.includes('\0')

function parsePage(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

function parsePrice(text: string | null): number | undefined {
  const digits = text?.replaceAll(/[,\s]/g, '') ?? ''
  return /^\d{1,9}(\.\d{1,3})?$/.test(digits) ? Number(digits) : undefined
}

function parseSpecs(params: URLSearchParams): Map<string, string[]> {
  const specs = new Map<string, string[]>()
  for (const [key, value] of params) {
    const name = key.startsWith(SPEC_PREFIX) ? key.slice(SPEC_PREFIX.length) : ''
    if (!isValid(name, 200) || !isValid(value, 1000)) continue
    const values = specs.get(name) ?? []
    if (specs.size >= MAX_SPECS && values.length === 0) continue
    if (values.length < MAX_VALUES_PER_SPEC && !values.includes(value)) specs.set(name, [...values, value])
  }
  return specs
}

/** Parses the query of a listing's URL. It ignores invalid values and unknown categories, and swaps reversed prices. */
export function parseListing(params: URLSearchParams, categories: readonly ListingCategory[] = []): Listing {
  const min = parsePrice(params.get('min'))
  const max = parsePrice(params.get('max'))
  const swapped = min !== undefined && max !== undefined && min > max
  return {
    sort: listingSorts.find((sort) => sort === params.get('sort')),
    category: categories.find(({ id }) => String(id) === params.get('category'))?.id,
    min: swapped ? max : min,
    max: swapped ? min : max,
    instock: params.get('instock') === '1',
    onsale: params.get('onsale') === '1',
    rating: /^[1-4]$/.test(params.get('rating') ?? '') ? Number(params.get('rating')) : undefined,
    specs: parseSpecs(params),
    page: parsePage(params.get('page')) ?? 1,
  }
}

/** The categories with results, or the chosen one. A single category is no useful filter. */
export function categoriesWithResults(
  categories: readonly ListingCategory[],
  facets: Facets | undefined,
  chosen: number | undefined,
): ListingCategory[] {
  const withResults = new Set(facets?.categories.map(({ id }) => id))
  const useful = categories.filter(({ id }) => id === chosen || withResults.has(id))
  return useful.length > 1 || chosen ? useful : []
}

/** The query of a listing's URL, such as `?min=500&spec.Colour=Sage`. The order of parameters is fixed. */
export function listingQuery(listing: Partial<Listing>, q?: string): string {
  const params = new URLSearchParams()
  if (q !== undefined) params.set('q', q)
  if (listing.sort) params.set('sort', listing.sort)
  if (listing.category) params.set('category', String(listing.category))
  if (listing.min !== undefined) params.set('min', String(listing.min))
  if (listing.max !== undefined) params.set('max', String(listing.max))
  if (listing.instock) params.set('instock', '1')
  if (listing.onsale) params.set('onsale', '1')
  if (listing.rating) params.set('rating', String(listing.rating))
  for (const [name, values] of listing.specs ?? []) {
    for (const value of values) params.append(SPEC_PREFIX + name, value)
  }
  if (listing.page && listing.page > 1) params.set('page', String(listing.page))
  return params.size > 0 ? `?${params}` : ''
}

/** The filter for the API, for one page. */
export function listingFilter(listing: Listing): ProductFilter {
  return {
    sort: listing.sort,
    productcategoryid: listing.category,
    minprice: listing.min,
    maxprice: listing.max,
    instock: listing.instock || undefined,
    onsale: listing.onsale || undefined,
    minrating: listing.rating,
    specs:
      listing.specs.size > 0
        ? Object.fromEntries([...listing.specs].map(([n, v]) => [n, [...v]]))
        : undefined,
    page: listing.page,
    limit: PAGE_SIZE,
  }
}

/** Adds or removes one value of a specification, and returns to the first page. */
export function toggleSpec(listing: Listing, name: string, value: string): Listing {
  const chosen = listing.specs.get(name) ?? []
  const values = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  const specs = new Map(listing.specs)
  if (values.length > 0) specs.set(name, values)
  else specs.delete(name)
  return { ...listing, specs, page: 1 }
}

/** Removes all filters and keeps the sort order. */
export function withoutFilters({ sort }: Listing): Listing {
  return { ...parseListing(new URLSearchParams()), sort }
}

/** The number of applied filters; the price range counts as one. */
export function filterCount(listing: Listing): number {
  const values = [...listing.specs.values()].reduce((sum, chosen) => sum + chosen.length, 0)
  const { category, min, max, instock, onsale, rating } = listing
  const price = min !== undefined || max !== undefined
  return values + [price, instock, onsale, rating, category !== undefined].filter(Boolean).length
}
