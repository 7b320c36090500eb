import { getAlsoBought, getBestSellers } from '#contract/catalog/best-seller.ts'
import { previewDescription } from '#contract/catalog/product-description.ts'
import { getNewArrivals, getProducts, getRelatedProducts } from '#contract/catalog/product.ts'
import { route } from '#server/http/route.ts'
import { descriptionHtml } from '#server/modules/content/index.ts'
import { searchProducts } from '#server/modules/search/index.ts'
import { listAlsoBought } from './also-bought.queries.ts'
import { listBestSellers } from './best-sellers.queries.ts'
import { findProduct } from '../detail/product-detail.queries.ts'
import { countFacets } from '../../facets/product-facets.queries.ts'
import { countProducts, listFirst, listProducts } from './product-list.queries.ts'
import { keysetCursors } from './keyset-cursors.ts'
import { listRelated } from './related-products.queries.ts'
import { prepareSelection } from './product-selection.queries.ts'
import { memoize } from '#server/http/cache/memoize.ts'

export const productRoutes = [
  route(getProducts, async (filter, context) => {
    const { db, shop } = context
    if (filter.productid) {
      const product = await findProduct(db, shop, filter.productid)
      return product ? { response: [product], total: 1 } : { response: [], total: 0 }
    }
    const selection = await prepareSelection(db, shop, filter, (q) =>
      memoize(context, `search ${q}`, () => searchProducts(db, shop.shopId, q)),
    )
    // Counts do not depend on page and order.
    const unpaged = { ...filter, page: undefined, limit: undefined, sort: undefined, facets: undefined }
    const filterKey = JSON.stringify(unpaged)
    const count = () => memoize(context, `total ${filterKey}`, () => countProducts(db, selection))
    const cursors = await memoize(context, `cursors ${filter.sort} ${filterKey}`, async () => keysetCursors())
    const [list, facets] = await Promise.all([
      listProducts(db, shop, selection, filter, count, cursors),
      filter.facets &&
        memoize(context, `facets ${filterKey}`, () => countFacets(db, shop, selection, filter)),
    ])
    const { correctedQuery } = selection
    return { ...list, ...(facets && { facets }), ...(correctedQuery && { correctedQuery }) }
  }),

  route(getBestSellers, async (_input, { db, shop }) => ({ response: await listBestSellers(db, shop) })),

  route(getAlsoBought, async ({ productid }, { db, shop }) => ({
    response: await listAlsoBought(db, shop, productid),
  })),

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
