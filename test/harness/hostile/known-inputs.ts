import { secret } from '../people/account.ts'
import type { Subjects } from '../schema/list-subjects.ts'

/** Values of fields that must exist, for an endpoint by its path: the rows that it is about, and `admin`, a user's id. */
export function knownOf(path: string, s: Subjects, admin: number): Record<string, unknown> {
  const ids: [RegExp, unknown][] = [
    [/banner/, s.bannerId],
    [/collection/, s.collectionIds[0]],
    [/pages/, s.pageId],
    [/customers/, s.customerId],
    [/email/, s.emailId],
    [/coupon/, s.couponId],
    [/synonyms/, s.synonymId],
    [/rules/, s.searchRuleId],
    [/productcategory/i, s.categoryId],
    [/subcategory/i, s.subcategoryId],
    [/specification/, s.specificationId],
    [/admin\/products/, s.productId],
    [/admin\/stock/, s.variantId],
  ]
  const id = ids.find(([pattern]) => pattern.test(path))?.[1]
  const address = { fullName: 'Asha', line1: '4 Rose Lane', city: 'Pune', state: 'MH', pincode: '411001' }
  const product = {
    options: ['Size'],
    variants: [{ options: { Size: 'A' }, price: 1, stock: 1 }],
    images: undefined,
    alt: undefined,
    productspecification: undefined,
    productsubcategoryid: undefined,
  }
  const own: Record<string, Record<string, unknown>> = {
    'product/createproduct': product,
    'product/updateproduct': product,
    'admin/products/bulk': {
      filter: undefined,
      ids: [s.productId],
      change: { price: { by: 'amount', value: 1 } },
    },
    'admin/coupons': { kind: 'amount', percent: null, endsAt: undefined, categoryIds: [], productIds: [] },
    'admin/coupons/:id': { endsAt: undefined, percent: undefined, categoryIds: [], productIds: [] },
    'admin/banners/:id': { shownUntil: undefined },
    'admin/search/synonyms': { words: ['jug', 'pitcher'] },
    'admin/search/rules': { hidden: [], pinned: [s.productId] },
    'admin/search/rules/:id': { hidden: [], pinned: [s.productId] },
    'admin/settings/notifications': {
      comment_posted: [],
      comment_reported: [],
      order_placed: [],
      stock_low: [],
    },
    'admin/settings/shipping': {
      zones: [
        {
          name: 'Near',
          countries: ['IN'],
          states: [],
          pincodes: [],
          rate: { kind: 'flat', amount: 1 },
          freeFrom: null,
        },
      ],
    },
    'admin/settings/checkout': { countries: ['IN'] },
    'admin/stock/correct': { counted: undefined },
    'admin/pages': { slug: 'pages/limits' },
    'cart/updatecart': { id: undefined },
    checkout: { items: undefined },
    orders: {
      contact: { email: 'asha@example.com', phone: '+91 98765 43210' },
      shipping: address,
      billing: undefined,
      shippingMethod: 'standard',
      paymentMethod: 'cod',
      coupon: undefined,
      items: [{ productid: s.productId, variantid: s.variantId, quantity: 1 }],
    },
    'admin/orders/:number': { shippingAddress: address, billingAddress: address },
    'admin/orders/:number/refund': { lines: [] },
    account: { email: undefined, password: secret },
  }
  return {
    ...(id !== undefined && { id }),
    number: s.orderNumber,
    productid: s.productId,
    product_id: s.productId,
    variantid: s.variantId,
    productcategoryid: s.categoryId,
    productsubcategoryid: s.subcategoryId,
    categoryId: s.categoryId,
    version: undefined,
    moveTo: undefined,
    userid: admin,
    user_id: admin,
    password: secret,
    confirmpassword: secret,
    current: secret,
    token: s.shareToken,
    ...(/^(product|admin\/collections)/.test(path) && { slug: undefined }),
    ...own[path],
  }
}
