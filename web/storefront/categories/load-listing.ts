import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { getCollections } from '#contract/catalog/collection.ts'
import type { Call } from '#contract/endpoint.ts'
import { getProducts } from '#contract/catalog/product.ts'
import {
  filterCount,
  categoriesWithResults,
  listingFilter,
  PAGE_SIZE,
  parseListing,
  type Listing,
} from '../listing/listing-query.ts'

/** Loads one filtered page of a category with its subcategories; undefined if there is no such page. */
export async function loadCategory(call: Call, id: number, search: URLSearchParams) {
  const listing = parseListing(search)
  const [categories, subcategories, { response, total, facets }] = await Promise.all([
    call(getCategories, {}),
    call(getSubcategories, { parent_category_id: id }),
    call(getProducts, { ...listingFilter(listing), productcategoryid: id, facets: true }),
  ])
  const category = categories.data.find((item) => item.id === id)
  if (!category || !hasPage(listing, total)) return undefined
  return {
    kind: 'category' as const,
    category,
    categories: categories.data.map((item) => ({
      id: item.id,
      name: item.productcategoryname,
      slug: item.slug,
    })),
    subcategories: subcategories.data,
    products: response,
    total,
    facets,
  }
}

/** Whether an unfiltered listing has this page. A filtered one says that nothing matches. */
const hasPage = (listing: Listing, total: number) =>
  listing.page <= Math.max(1, Math.ceil(total / PAGE_SIZE)) || filterCount(listing) > 0

/** Loads one filtered page of a collection; undefined if there is no such page. */
export async function loadCollection(call: Call, id: number, search: URLSearchParams) {
  const [collections, categories] = await Promise.all([call(getCollections, {}), call(getCategories, {})])
  const all = categories.data.map((item) => ({ id: item.id, name: item.productcategoryname }))
  const listing = parseListing(search, all)
  const { response, total, facets } = await call(getProducts, {
    ...listingFilter(listing),
    collectionid: id,
    facets: true,
  })
  const collection = collections.data.find((item) => item.id === id)
  if (!collection || !hasPage(listing, total)) return undefined
  return {
    kind: 'collection' as const,
    collection,
    products: response,
    total,
    facets,
    categories: categoriesWithResults(all, facets, listing.category),
  }
}
