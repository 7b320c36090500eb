import { exportAccount, getAccount, getAddresses, getSessions } from '#contract/identity/account.ts'
import { getSession } from '#contract/identity/auth.ts'
import { getBanners } from '#contract/catalog/banner.ts'
import { getAlsoBought, getBestSellers } from '#contract/catalog/best-seller.ts'
import { getCarts, getCartSummary } from '#contract/cart/cart.ts'
import { getSavedLines } from '#contract/cart/saved-line.ts'
import { getCategories, getSubcategories } from '#contract/catalog/category.ts'
import { getAgentCheckout } from '#contract/orders/agent-checkout.ts'
import { getCheckout } from '#contract/orders/checkout.ts'
import { getCollections, resolveSlug } from '#contract/catalog/collection.ts'
import { commentSorts, getComments, getOwnVotes } from '#contract/comments/comment.ts'
import { getQuestions } from '#contract/comments/question.ts'
import { getDelivery, getDeliveryRegions } from '#contract/orders/delivery/delivery.ts'
import { getAddressFormat, getPostalCode } from '#contract/orders/delivery/postal-code.ts'
import { getContentPage } from '#contract/content/content-page.ts'
import { getStorefront } from '#contract/settings/home.ts'
import { getPaymentChoices } from '#contract/orders/payment/payment.ts'
import { getInvoice, getOrder, getOrders } from '#contract/orders/order.ts'
import { getOrderReturns } from '#contract/orders/return.ts'
import {
  getNewArrivals,
  getProducts,
  getRelatedProducts,
  productSorts,
  type ProductFilter,
} from '#contract/catalog/product.ts'
import { getShop } from '#contract/shop/shop.ts'
import { getSpecifications } from '#contract/catalog/specification.ts'
import { getSuggestions } from '#contract/search/suggestion.ts'
import { getSharedWishlist, getWishlist } from '#contract/wishlist/wishlist.ts'
import { calls, type ListCall } from './list-calls.ts'
import type { Subjects } from './list-subjects.ts'

/** Search texts: letters, parts of words, several words, a misspelling, no match. */
const texts = ['m', 'mu', 'mug', 'oak', 'oak mug', 'stonware mugg', 'larg blue oak lamp', 'zzqx', '%']

/** All reads of shoppers: each list with each order, filter and kind of page. */
export function shopListCalls(subjects: Subjects): ListCall[] {
  const { productId, productSlug, categoryId, customerId, shareToken, orderNumber, agentCheckoutId } =
    subjects
  return [
    ...calls('visitor', getProducts, ...productLists(subjects), { productid: productId }),
    ...calls('visitor', getNewArrivals),
    ...calls('visitor', getBestSellers),
    ...calls('visitor', getAlsoBought, { productid: productId }),
    ...calls(
      'visitor',
      getRelatedProducts,
      { exclude_product_id: productId },
      { exclude_product_id: productId, category_id: categoryId },
    ),
    ...calls('visitor', getSuggestions, ...texts.map((q) => ({ q }))),
    ...calls(
      'visitor',
      getComments,
      { product_id: productId },
      { product_id: productId, page: 3, limit: 20 },
      ...commentSorts.map((sort) => ({ product_id: productId, sort })),
      ...commentSorts.map((sort) => ({ product_id: productId, sort, stars: 5, variantid: 1 })),
    ),
    ...calls('visitor', getQuestions, { product_id: productId }, { product_id: productId, page: 3 }),
    ...calls('customer', getOwnVotes, { product_id: productId }),
    ...calls('visitor', getBanners),
    ...calls('visitor', getCategories),
    ...calls('visitor', getSubcategories, { parent_category_id: categoryId }),
    ...calls('visitor', getSpecifications),
    ...calls('visitor', getCollections),
    ...calls('visitor', getShop),
    ...calls('visitor', getStorefront),
    ...calls(
      'visitor',
      resolveSlug,
      { kind: 'product', slug: productSlug },
      { kind: 'product', slug: 'an-old-name-0' },
    ),
    ...calls('visitor', getContentPage, { slug: 'crowd' }),
    ...calls('visitor', getSharedWishlist, { token: shareToken }),
    ...calls('visitor', getAgentCheckout, { id: agentCheckoutId }),
    ...calls('visitor', getCarts, {}),
    ...calls('customer', getSession),
    ...calls('customer', getAccount),
    ...calls('customer', getSessions),
    ...calls('customer', getAddresses),
    ...calls('customer', exportAccount),
    ...calls('customer', getOrders, {}, { page: 2 }),
    ...calls('customer', getOrder, { number: orderNumber }),
    ...calls('customer', getPaymentChoices, { number: orderNumber }),
    ...calls('customer', getOrderReturns, { number: orderNumber }),
    ...calls('customer', getCarts, { userid: customerId }),
    ...calls('customer', getCartSummary),
    ...calls('customer', getSavedLines),
    ...calls('customer', getCheckout),
    ...calls('visitor', getDelivery, {}, { variantid: 1, pincode: '560001' }),
    ...calls('visitor', getDeliveryRegions, { productid: productId }),
    ...calls('visitor', getPostalCode, { code: '560001' }),
    ...calls('visitor', getAddressFormat, { country: 'JP' }),
    ...calls('customer', getWishlist, { userid: customerId }),
    ...calls('customer', getInvoice, { number: orderNumber }),
  ]
}

function productLists({
  categoryId,
  subcategoryId,
  collectionIds,
  specs,
  farPage,
}: Subjects): ProductFilter[] {
  const category = { productcategoryid: categoryId }
  const subcategory = { productsubcategoryid: subcategoryId }
  const filters: ProductFilter[] = [
    {},
    category,
    subcategory,
    { instock: true },
    { onsale: true },
    { is_new: true },
    { minprice: 300, maxprice: 2_000 },
    { minrating: 3 },
    { specs },
    ...collectionIds.map((collectionid) => ({ collectionid })),
    ...['mu', 'mug', 'oak mug', 'stonware mugg', 'zzqx'].map((q) => ({ q })),
    { ...category, specs, instock: true },
    { ...subcategory, onsale: true, minprice: 100 },
    { ...category, q: 'mug', minrating: 2 },
  ]
  return filters.flatMap((filter) => [
    ...productSorts.map((sort) => ({ ...filter, page: 1, limit: 20, sort, facets: sort === 'newest' })),
    { ...filter, page: farPage, limit: 20, sort: 'price_asc' as const },
  ])
}
