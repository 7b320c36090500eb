import { getBestSellers } from '#contract/best-seller.ts'
import { previewDescription } from '#contract/product-description.ts'
import { getNewArrivals, getProducts, getRelatedProducts } from '#contract/product.ts'
import { route } from '#server/http/route.ts'
import { descriptionHtml } from '#server/modules/content/index.ts'
import { searchProducts } from '#server/modules/search/index.ts'
import { listBestSellers } from './best-sellers.queries.ts'
import { findProduct } from './product-detail.queries.ts'
import { countFacets } from './product-facets.queries.ts'
import { countProducts, listFirst, listProducts } from './product-list.queries.ts'
import { pageMarks } from './page-marks.ts'
import { listRelated } from './product-related.queries.ts'
import { prepareSelection } from './product-selection.queries.ts'
import { remember } from './remember.ts'

export const productRoutes = [
  route(getProducts, async (filter, context) => {
    const { db, shop } = context
    if (filter.productid) {
      const product = await findProduct(db, shop, filter.productid)
      return product ? { response: [product], total: 1 } : { response: [], total: 0 }
    }
    const selection = await prepareSelection(db, shop, filter, (q) =>
      remember(context, `found ${q}`, () => searchProducts(db, shop.configId, q)),
    )
    // What is counted is the same on every page and in every order.
    const unpaged = { ...filter, page: undefined, limit: undefined, sort: undefined, facets: undefined }
    const what = JSON.stringify(unpaged)
    const count = () => remember(context, `total ${what}`, () => countProducts(db, selection))
    const marks = await remember(context, `marks ${filter.sort} ${what}`, async () => pageMarks())
    const [list, facets] = await Promise.all([
      listProducts(db, shop, selection, filter, count, marks),
      filter.facets && remember(context, `facets ${what}`, () => countFacets(db, shop, selection, filter)),
    ])
    const { meant } = selection
    return { ...list, ...(facets && { facets }), ...(meant && { meant }) }
  }),

  route(getBestSellers, async (_input, { db, shop }) => ({ response: await listBestSellers(db, shop) })),

  route(getNewArrivals, async (_input, { db, shop }) => {
    const selection = await prepareSelection(db, shop, { sort: 'newest' })
    return { response: await listFirst(db, shop, selection, 8) }
  }),

  route(getRelatedProducts, async ({ exclude_product_id, category_id }, { db, shop }) => ({
    data: await listRelated(db, shop, exclude_product_id, category_id),
  })),

  route(previewDescription, async ({ description }) => ({
    data: { html: descriptionHtml(description) },
  })),
]
