import { getCategories, getSubcategories } from '#contract/category.ts'
import { getCollections } from '#contract/collection.ts'
import type { Call } from '#contract/endpoint.ts'
import { getProducts } from '#contract/product.ts'
import {
  filterCount,
  foundCategories,
  listingFilter,
  pageSize,
  readListing,
} from '../products/listing-address.ts'

/** Products that a category shows of itself before it leads to the full list. */
const firstProducts = 12

/** A category with its subcategories and its first products; undefined where it has gone. */
export async function loadCategory(call: Call, id: number) {
  const [categories, subcategories, products] = await Promise.all([
    call(getCategories, {}),
    call(getSubcategories, { parent_category_id: id }),
    call(getProducts, { productcategoryid: id, sort: 'newest', page: 1, limit: firstProducts }),
  ])
  const category = categories.data.find((one) => one.id === id)
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

/** One page of a collection, narrowed as the address says; undefined where there is no such page. */
export async function loadCollection(call: Call, id: number, search: URLSearchParams) {
  const [collections, offered] = await Promise.all([call(getCollections, {}), call(getCategories, {})])
  const all = offered.data.map(({ id: one, productcategoryname: name }) => ({ id: one, name }))
  const listing = readListing(search, all)
  const { response, total, facets } = await call(getProducts, {
    ...listingFilter(listing),
    collectionid: id,
    facets: true,
  })
  const collection = collections.data.find((one) => one.id === id)
  const pages = Math.max(1, Math.ceil(total / pageSize))
  if (!collection || (listing.page > pages && filterCount(listing) === 0)) return undefined
  return {
    kind: 'collection' as const,
    collection,
    products: response,
    total,
    facets,
    categories: foundCategories(all, facets, listing.category),
  }
}
