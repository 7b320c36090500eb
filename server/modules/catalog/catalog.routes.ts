import { getBanners } from '#contract/banner.ts'
import { getCategories, getSubcategories } from '#contract/category.ts'
import { getCollections, resolveSlug } from '#contract/collection.ts'
import { getSpecifications } from '#contract/specification.ts'
import { AppError } from '#server/http/errors.ts'
import { route } from '#server/http/route.ts'
import { adminProductRoutes } from './admin-product.routes.ts'
import { listBannersShownNow } from './banner.queries.ts'
import { bannerRoutes } from './banner.routes.ts'
import { listCategories, listSubcategories } from './category.queries.ts'
import { categoryRoutes } from './category.routes.ts'
import { listCollections } from './collection.queries.ts'
import { collectionRoutes } from './collection.routes.ts'
import { productRoutes } from './product.routes.ts'
import { findBySlug } from './slug.queries.ts'
import { listSpecifications } from './specification.queries.ts'
import { specificationRoutes } from './specification.routes.ts'
import { suggestionRoutes } from './suggestion.routes.ts'
import { subcategoryRoutes } from './subcategory.routes.ts'

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
    data: await listBannersShownNow(db, shop.configId),
  })),
  route(getCategories, async (_input, { db, shop }) => ({
    data: await listCategories(db, shop.configId),
  })),
  route(getSubcategories, async (input, { db, shop }) => ({
    data: await listSubcategories(db, shop.configId, input.parent_category_id),
  })),
  route(getCollections, async (_input, { db, shop }) => ({
    data: await listCollections(db, shop.configId),
  })),
  route(getSpecifications, async (_input, { db, shop }) => ({
    data: await listSpecifications(db, shop.configId),
  })),
  route(resolveSlug, async ({ kind, slug }, { db, shop }) => {
    const data = await findBySlug(db, shop.configId, kind, slug)
    if (!data) throw new AppError(404, 'slug_not_found', `There is no ${kind} of this name`)
    return { data }
  }),
]
