import { getBanners } from './banner.ts'
import { getCategories, getSubcategories } from './category.ts'
import { getCollections, resolveSlug } from './collection.ts'
import { getComments } from './comment.ts'
import { getContentPage } from './content-page.ts'
import type { Endpoint } from './endpoint.ts'
import { getNewArrivals, getProducts, getRelatedProducts } from './product.ts'
import { getShop } from './shop.ts'
import { getSpecifications } from './specification.ts'

/** Every call of the API. A test holds this list against what the server has mounted. */
export const endpoints: readonly Endpoint[] = [
  getBanners,
  getCategories,
  getSubcategories,
  getProducts,
  getNewArrivals,
  getRelatedProducts,
  getSpecifications,
  getComments,
  getShop,
  getCollections,
  resolveSlug,
  getContentPage,
]
