import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { routes } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { seedCatalog } from '#test/harness/data/catalog.ts'
import { fillShop } from '#test/harness/data/fill-shop.ts'
import { extremeInputs } from '#test/harness/hostile/extreme-inputs.ts'
import { newUser, openSessionOf, secret } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { client } from '#test/harness/people/client.ts'
import { findSubjects, type Subjects } from '#test/harness/schema/list-subjects.ts'

const { app, db, url, logged, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let subjects: Subjects
let admin = 0

beforeAll(async () => {
  const filling = connect(url, { max: 1, limits: false })
  await seedCatalog(db, 1, 60)
  await fillShop(filling, 60)
  await filling.destroy()
  subjects = await findSubjects(db)
  admin = (await newUser(db, { role_id: 1 })).id
})

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const endpoints = routes
  .map(({ endpoint }) => endpoint)
  .toSorted((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method))

/** The rows that an endpoint is about, by its path. */
function knownOf(path: string): Record<string, unknown> {
  const s = subjects
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

let cookies = new Map<string, string>()

/** Sends as an admin; as another one after a call that ended the session or deleted the account. */
async function send(endpoint: Endpoint, input: object) {
  const ask = () => client(app, { cookies }).send(endpoint, input, { 'idempotency-key': randomUUID() })
  const answer = await ask()
  if (answer.status !== 401 && answer.status !== 403) return answer
  admin = (await newUser(db, { role_id: 1 })).id
  cookies = new Map([['session', await openSessionOf(db, admin)]])
  return ask()
}

it('no input at the limits of the contract is a fault', async () => {
  const wrong: string[] = []
  let [accepted, sent] = [0, 0]
  for (const endpoint of endpoints) {
    for (const { what, input } of extremeInputs(endpoint.input, knownOf(endpoint.path))) {
      const { status } = await send(endpoint, input)
      if (status >= 500) wrong.push(`${endpoint.method} ${endpoint.path}, ${what}: ${status}`)
      accepted += Number(status < 300)
      sent += 1
    }
  }
  expect(wrong).toEqual([])
  expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  // Refused inputs would prove little.
  expect(accepted).toBeGreaterThan(sent / 2)
}, 120_000)
