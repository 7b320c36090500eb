import type { Facets, ProductFilter } from '#contract/product.ts'

/** The orders a shopper can choose; `relevance` and `newest` are what most lists have of themselves. */
export const listingSorts = ['relevance', 'newest', 'price_asc', 'price_desc', 'name'] as const
export type ListingSort = (typeof listingSorts)[number]

/** The order that a list has of itself: a collection stands in the one that staff gave it. */
export type OwnOrder = 'relevance' | 'newest' | 'collection'

/** What the address of a product list says: which products, in which order, which page. Prices in major units. */
export interface Listing {
  sort: ListingSort | undefined
  category: number | undefined
  min: number | undefined
  max: number | undefined
  instock: boolean
  onsale: boolean
  /** At least so many stars, 1 to 4. */
  rating: number | undefined
  specs: ReadonlyMap<string, readonly string[]>
  page: number
}

/** A category that a list can be narrowed to. */
export interface OfferedCategory {
  id: number
  name: string
}

export const pageSize = 24

/** Specifications stand as `spec.Colour=Sage`, so that no name can clash with a parameter of ours. */
export const specPrefix = 'spec.'

const storable = (text: string, max: number) => text.length > 0 && text.length <= max && !text.includes('\0')

function pageNumber(text: string | null): number | undefined {
  return text && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined
}

function readPrice(text: string | null): number | undefined {
  const digits = text?.replaceAll(/[,\s]/g, '') ?? ''
  return /^\d{1,9}(\.\d{1,3})?$/.test(digits) ? Number(digits) : undefined
}

function readSpecs(params: URLSearchParams): Map<string, string[]> {
  const specs = new Map<string, string[]>()
  for (const [key, value] of params) {
    const name = key.startsWith(specPrefix) ? key.slice(specPrefix.length) : ''
    if (!storable(name, 200) || !storable(value, 1000)) continue
    const values = specs.get(name) ?? []
    if (specs.size >= 20 && values.length === 0) continue
    if (values.length < 50 && !values.includes(value)) specs.set(name, [...values, value])
  }
  return specs
}

/**
 * Reads the query of a list's address. What cannot be understood is ignored, a category that the list does not offer
 * too, and swapped prices are put right.
 */
export function readListing(params: URLSearchParams, categories: readonly OfferedCategory[] = []): Listing {
  const min = readPrice(params.get('min'))
  const max = readPrice(params.get('max'))
  const swapped = min !== undefined && max !== undefined && min > max
  return {
    sort: listingSorts.find((sort) => sort === params.get('sort')),
    category: categories.find(({ id }) => String(id) === params.get('category'))?.id,
    min: swapped ? max : min,
    max: swapped ? min : max,
    instock: params.get('instock') === '1',
    onsale: params.get('onsale') === '1',
    rating: /^[1-4]$/.test(params.get('rating') ?? '') ? Number(params.get('rating')) : undefined,
    specs: readSpecs(params),
    page: pageNumber(params.get('page')) ?? 1,
  }
}

/** The categories that narrow a list further: those that something of it is in or, once one is chosen, that one. */
export function foundCategories(
  categories: readonly OfferedCategory[],
  facets: Facets | undefined,
  chosen: number | undefined,
): OfferedCategory[] {
  const found = new Set(facets?.categories.map(({ id }) => id))
  const left = categories.filter(({ id }) => id === chosen || found.has(id))
  return left.length > 1 || chosen ? left : []
}

/** The query for a list's address: `?min=500&spec.Colour=Sage`, or nothing for the plain list. Always in one order. */
export function listingSearch(listing: Partial<Listing>, q?: string): string {
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
    for (const value of values) params.append(specPrefix + name, value)
  }
  if (listing.page && listing.page > 1) params.set('page', String(listing.page))
  return params.size > 0 ? `?${params}` : ''
}

/** The same wishes as the filter of the API, one page of them. */
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
    limit: pageSize,
  }
}

/** The list with one value of a specification added, or taken away where it was chosen; from its first page. */
export function toggleSpec(listing: Listing, name: string, value: string): Listing {
  const chosen = listing.specs.get(name) ?? []
  const left = chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]
  const specs = new Map(listing.specs)
  if (left.length > 0) specs.set(name, left)
  else specs.delete(name)
  return { ...listing, specs, page: 1 }
}

/** The list without any filter; the order stays. */
export function withoutFilters({ sort }: Listing): Listing {
  return { ...readListing(new URLSearchParams()), sort }
}

/** How many filters are applied: each value counts, and the price range counts once. */
export function filterCount(listing: Listing): number {
  const values = [...listing.specs.values()].reduce((sum, chosen) => sum + chosen.length, 0)
  const { category, min, max, instock, onsale, rating } = listing
  const price = min !== undefined || max !== undefined
  return values + [price, instock, onsale, rating, category !== undefined].filter(Boolean).length
}
