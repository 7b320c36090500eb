import { getCategories, getSubcategories } from '#contract/category.ts'
import { getCollections } from '#contract/collection.ts'
import type { Call } from '#contract/endpoint.ts'
import { getProducts } from '#contract/product.ts'

/** Products that a category shows of itself before it leads to the full list. */
const firstProducts = 12
const pageSize = 24

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

/** One page of a collection; undefined where there is no such page. */
export async function loadCollection(call: Call, id: number, pageText: string | null) {
  const page = Number(pageText ?? 1)
  if (!Number.isInteger(page) || page < 1 || page > 1_000_000) return undefined
  const [collections, products] = await Promise.all([
    call(getCollections, {}),
    call(getProducts, { collectionid: id, page, limit: pageSize }),
  ])
  const collection = collections.data.find((one) => one.id === id)
  const pages = Math.max(1, Math.ceil(products.total / pageSize))
  if (!collection || page > pages) return undefined
  return {
    kind: 'collection' as const,
    collection,
    products: products.response,
    total: products.total,
    page,
    pages,
  }
}
