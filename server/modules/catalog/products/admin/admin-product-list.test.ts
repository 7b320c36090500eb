import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminProductSorts, getAdminProducts, type AdminProductRow } from '#contract/catalog/admin/product.ts'
import { createProduct } from '#server/modules/catalog/index.ts'
import { newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { randomNumbers, seedCatalog, type KnownProduct } from '#test/harness/data/catalog.ts'
import type { Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let staff: Client
let products: KnownProduct[]
let categoryIds: number[]

beforeAll(async () => {
  await openElsewhere(db, app)
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  ;({ products, categoryIds } = await seedCatalog(db, 1, 120))
  await seedCatalog(db, 2, 20)
})

const list = async (input: object) => (await staff.send(getAdminProducts, input)).answer
const stockOf = ({ input }: KnownProduct) => input.variants.reduce((sum, { stock = 0 }) => sum + stock, 0)

/** Each filter with its meaning in plain JavaScript. */
const wishes: [object, (product: KnownProduct) => boolean][] = [
  [{}, () => true],
  [{ status: 'draft' }, ({ input }) => input.status === 'draft'],
  [{ status: 'live', offer: 0 }, ({ input }) => input.status === 'live' && !input.offer],
  [{ offer: 'true' }, ({ input }) => (input.offer ?? 0) > 0],
  [{ is_new: 1 }, ({ input }) => input.isNew === true],
  [{ stock: 'out' }, (product) => stockOf(product) === 0],
  [{ stock: 'in' }, (product) => stockOf(product) > 0],
  [{ stock: 'low' }, ({ input }) => input.variants.some(({ stock = 0 }) => stock > 0 && stock <= 3)],
  [{ missing: 'image' }, ({ input }) => input.images?.length === 0],
  [{ missing: 'alt' }, ({ input }) => input.images?.some(({ alt }) => alt === '') === true],
  [{ q: 'MUG' }, ({ input }) => input.name.toLowerCase().includes('mug')],
  [{ q: '100% w' }, ({ input }) => input.name.includes('100% W')],
  [{ q: '\\' }, ({ input }) => input.name.includes('\\')],
  [{ q: 'मिट्टी' }, ({ input }) => input.name.includes('मिट्टी')],
]

test('matches plain JavaScript for every filter and order, page by page', async () => {
  const random = randomNumbers(7)
  const first = categoryIds[0]
  const all: typeof wishes = [...wishes, [{ category: first }, ({ input }) => input.categoryId === first]]
  for (const [filter, matches] of all) {
    const expected = products.filter(matches).map(({ id }) => id)
    const sort = adminProductSorts[Math.floor(random() * adminProductSorts.length)]
    const found: number[] = []
    for (let page = 1; page === 1 || found.length < expected.length; page++) {
      const { data, total } = await list({ ...filter, sort, page, limit: 25 })
      expect(total, JSON.stringify(filter)).toBe(expected.length)
      found.push(...data.map(({ productid }) => productid))
      if (data.length === 0) break
    }
    expect(
      found.toSorted((a, b) => a - b),
      `${JSON.stringify(filter)} ${sort}`,
    ).toEqual(expected)
  }
})

const keys: Record<string, (row: AdminProductRow) => string | number> = {
  newest: (row) => -Date.parse(row.created_at),
  oldest: (row) => Date.parse(row.created_at),
  updated: (row) => -Date.parse(row.updated_at),
  name: (row) => row.productname.toLowerCase(),
  price: (row) => row.pricefrom,
  price_desc: (row) => -row.pricefrom,
  stock: (row) => row.stock ?? 0,
  stock_desc: (row) => -(row.stock ?? 0),
}

test.each(Object.entries(keys))('sorts by the shown values: %s', async (sort, key) => {
  const data = [
    ...(await list({ sort, limit: 100 })).data,
    ...(await list({ sort, limit: 100, page: 2 })).data,
  ]
  expect(data).toHaveLength(120)
  const values = data.map(key)
  const inOrder = values.toSorted((a, b) =>
    typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : a - Number(b),
  )
  expect(values).toEqual(inOrder)
})

test('lists the current values of each product', async () => {
  const rows = [...(await list({ limit: 100 })).data, ...(await list({ limit: 100, page: 2 })).data]
  const known = new Map(products.map((product) => [product.id, product]))
  for (const row of rows) {
    const product = known.get(row.productid) as KnownProduct
    expect(row).toMatchObject({
      productname: product.input.name,
      stock: stockOf(product),
      variants: product.input.variants.length,
      pricefrom: product.price / 100,
    })
  }
})

test('keeps the total beyond the last page', async () => {
  expect(await list({ page: 900 })).toEqual({ data: [], total: 120 })
})

test.each([
  [{ sort: 'cheapest' }],
  [{ limit: 101 }],
  [{ page: 0 }],
  [{ unknown: 1 }],
  [{ stock: 'some' }],
  [{ category: 'x' }],
])('%j is refused', async (input) => expect((await staff.send(getAdminProducts, input)).status).toBe(400))

test('finds a part of a SKU in any case', async () => {
  const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
  const made = await db.transaction().execute(async (tx) => {
    const categoryId = categoryIds[0] ?? 0
    const id = await createProduct(tx, context, {
      name: 'Kettle',
      categoryId,
      variants: [{ price: 100, sku: 'Qx_1%\\z' }],
    })
    await createProduct(tx, context, {
      name: 'Teapot',
      categoryId,
      variants: [{ price: 100, sku: 'QxA12z' }],
    })
    return id
  })
  for (const q of ['qX_1', 'x_1%', '1%\\Z']) {
    expect((await list({ q })).data.map(({ productid }) => productid)).toEqual([made])
  }
})
