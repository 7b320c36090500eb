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
} from '../listing/listing-query.ts'

/** A category page shows this many products and links to the rest. */
const PRODUCTS_SHOWN = 12

/** Loads a category with its subcategories and first products; undefined if it no longer exists. */
export async function loadCategory(call: Call, id: number) {
  const [categories, subcategories, products] = await Promise.all([
    call(getCategories, {}),
    call(getSubcategories, { parent_category_id: id }),
    call(getProducts, { productcategoryid: id, sort: 'newest', page: 1, limit: PRODUCTS_SHOWN }),
  ])
  const category = categories.data.find((item) => item.id === id)
  return (
    category && {
      kind: 'category' as const,
      category,
      subcategories: subcategories.data,
      products: products.response,
      total: products.total,
    }
  )
}

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
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (!collection || (listing.page > pages && filterCount(listing) === 0)) return undefined
  return {
    kind: 'collection' as const,
    collection,
    products: response,
    total,
    facets,
    categories: categoriesWithResults(all, facets, listing.category),
  }
}
