import { getBanners } from '#contract/catalog/banner.ts'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { getCollections, resolveSlug } from '#contract/catalog/collection.ts'
import { getSpecifications } from '#contract/catalog/specification.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { adminProductRoutes } from './products/admin/admin-product.routes.ts'
import { listCurrentBanners } from './banners/banner.queries.ts'
import { bannerRoutes } from './banners/banner.routes.ts'
import { listCategories, listSubcategories } from './categories/category.queries.ts'
import { categoryRoutes } from './categories/category.routes.ts'
import { listCollections } from './collections/collection.queries.ts'
import { collectionRoutes } from './collections/collection.routes.ts'
import { productRoutes } from './products/listing/product-listing.routes.ts'
import { findBySlug } from './slugs/slug.queries.ts'
import { listSpecifications } from './specifications/specification.queries.ts'
import { specificationRoutes } from './specifications/specification.routes.ts'
import { suggestionRoutes } from './products/listing/suggestion.routes.ts'
import { subcategoryRoutes } from './categories/subcategory.routes.ts'

export const catalogRoutes = [
  ...productRoutes,
  ...suggestionRoutes,
  ...adminProductRoutes,
  ...categoryRoutes,
  ...subcategoryRoutes,
  ...specificationRoutes,
  ...bannerRoutes,
  ...collectionRoutes,
  route(getBanners, async (_input, { db, shop }) => ({
    data: await listCurrentBanners(db, shop.shopId),
  })),
  route(getCategories, async (_input, { db, shop }) => ({
    data: await listCategories(db, shop.shopId),
  })),
  route(getSubcategories, async (input, { db, shop }) => ({
    data: await listSubcategories(db, shop.shopId, input.parent_category_id),
  })),
  route(getCollections, async (_input, { db, shop }) => ({
    data: await listCollections(db, shop.shopId),
  })),
  route(getSpecifications, async (_input, { db, shop }) => ({
    data: await listSpecifications(db, shop.shopId),
  })),
  route(resolveSlug, async ({ kind, slug }, { db, shop }) => {
    const data = await findBySlug(db, shop.shopId, kind, slug)
    if (!data) throw new AppError(404, 'slug_not_found', `There is no such ${kind}`)
    return { data }
  }),
]
