import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminProduct, getAdminProducts } from '#contract/catalog/admin/product.ts'
import { createProduct, getProducts, updateProduct, type ProductDetail } from '#contract/catalog/product.ts'
import { addToCart, getCarts } from '#contract/cart/cart.ts'
import { editOrderLines } from '#contract/orders/edit-order.ts'
import { getOrder } from '#contract/orders/order.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, type Goods } from '#test/harness/data/goods.ts'
import { order } from '#test/harness/data/order.ts'
import { newUser, signedIn } from '#test/harness/people/account.ts'
import { client, type Client } from '#test/harness/people/client.ts'
import { changeDueSales } from './sale.job.ts'

const { app, db, stop } = await testApp({ env: { RATE_LIMITS: 'off' } })
afterAll(stop)
let goods: Goods
let staff: Client
beforeAll(async () => {
  goods = await makeGoods(db)
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
})

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const category = async () =>
  (await staff.send(getAdminProduct, { id: goods.mug })).answer.data.productcategoryid

/** A product with a small and a large size. */
async function create(name: string, input: object = {}) {
  const sent = await staff.send(createProduct, {
    productcategoryid: await category(),
    productname: name,
    variants: [
      { options: { Size: 'S' }, price: 1000, sale_price: 800, stock: 9 },
      { options: { Size: 'L' }, price: 1500, stock: 9 },
    ],
    ...input,
  })
  expect(sent).toMatchObject({ status: 200 })
  return sent.answer.data.productid
}
const shown = async (productid: number) =>
  (await client(app).send(getProducts, { productid })).answer.response[0] as ProductDetail
const onSale = async (filter: object = {}) => {
  const { answer } = await client(app).send(getProducts, { onsale: true, facets: true, ...filter })
  return { ids: answer.response.map((card) => card.productid), counted: answer.facets?.onsale }
}

/** Lets the clock pass the times of a sale: nothing in the database tells the product. */
async function pass(productid: number, times: { starts?: string | null; ends?: string | null }) {
  await sql`alter table product disable trigger product_refresh_sale_update`.execute(db)
  await db
    .updateTable('product')
    .set({ sale_starts_at: times.starts ?? null, sale_ends_at: times.ends ?? null })
    .set({ sale_changes_at: times.ends ?? times.starts ?? null })
    .where('id', '=', productid)
    .execute()
  await sql`alter table product enable trigger product_refresh_sale_update`.execute(db)
}

test('a sale price counts in lists, filters, page and cart, beside the price of before', async () => {
  const before = await onSale()
  const id = await create('Throw', { sale_ends_at: inHours(2) })
  const product = await shown(id)
  expect(product).toMatchObject({ productprice: 1000, saleprice: 800, severalprices: true, productoffer: 0 })
  expect(product.variants).toMatchObject([
    { price: 1000, saleprice: 800, saleends: expect.any(String) },
    { price: 1500, saleprice: 1500, saleends: null },
  ])
  const after = await onSale()
  expect(after.ids).toEqual([id, ...before.ids])
  expect(after.counted).toBe((before.counted ?? 0) + 1)
  expect((await onSale({ minprice: 800, maxprice: 800 })).ids).toEqual([id])
  const listed = (await staff.send(getAdminProducts, { offer: true, q: 'Throw' })).answer
  expect(listed.data).toMatchObject([{ productid: id, pricefrom: 1000, priceto: 1500 }])

  const visitor = client(app)
  await visitor.send(addToCart, { productid: id, variantid: product.variants[0]?.variantid, quantity: 2 })
  expect((await visitor.send(getCarts)).answer).toMatchObject({
    data: [{ productprice: 800, regularprice: 1000, linetotal: 1600, notices: [] }],
  })
})

test('the cheapest variant may be another one than without the sale', async () => {
  const variants = [
    { options: { Size: 'S' }, price: 1000 },
    { options: { Size: 'L' }, price: 1500, sale_price: 700 },
  ]
  expect(await shown(await create('Quilt', { variants }))).toMatchObject({
    productprice: 1500,
    saleprice: 700,
  })
})

test('offer and sale price do not add up: the lower price counts', async () => {
  const id = await create('Rug', { productoffer: 10 })
  expect((await shown(id)).variants).toMatchObject([{ saleprice: 800 }, { saleprice: 1350 }])
  await staff.send(updateProduct, { productid: id, productoffer: 50 })
  const product = await shown(id)
  expect(product).toMatchObject({ productprice: 1000, saleprice: 500 })
  expect(product.variants[0]).toMatchObject({ saleprice: 500, saleends: null })
})

test('a sale begins and ends by the clock', async () => {
  const id = await create('Shawl', { sale_starts_at: inHours(1), sale_ends_at: inHours(2) })
  expect(await shown(id)).toMatchObject({
    saleprice: 1000,
    variants: [{ saleprice: 1000, saleends: null }, {}],
  })
  expect((await onSale()).ids).not.toContain(id)

  await pass(id, { starts: inHours(-1), ends: inHours(1) })
  await db
    .updateTable('product')
    .set({ sale_changes_at: inHours(-1) })
    .where('id', '=', id)
    .execute()
  expect(await changeDueSales(db)).toBe(1)
  expect(await shown(id)).toMatchObject({ saleprice: 800 })
  expect((await onSale()).ids).toContain(id)
  expect(await changeDueSales(db)).toBe(0)

  await pass(id, { starts: inHours(-2), ends: inHours(-1) })
  expect(await changeDueSales(db)).toBe(1)
  expect(await shown(id)).toMatchObject({ saleprice: 1000 })
  expect((await onSale()).ids).not.toContain(id)
  expect(await changeDueSales(db)).toBe(0)
})

test('an order has the prices of its moment, whether or not lists have been told', async () => {
  const id = await create('Scarf', { sale_ends_at: inHours(1) })
  const [small] = (await shown(id)).variants
  const items = [{ productid: id, variantid: small?.variantid, quantity: 2 }]
  const placed = await order(client(app), { items })
  expect(placed).toMatchObject({ status: 201, answer: { data: { total: 1600 } } })

  await pass(id, { ends: inHours(-1) })
  // What the shopper saw is not charged in silence, and neither is it sold for it.
  expect(await order(client(app), { items, expectedTotal: 1600 })).toMatchObject({ status: 409 })
  expect((await order(client(app), { items })).answer.data.total).toBe(2000)

  const { number, accessToken } = placed.answer.data
  const read = async () => (await client(app).send(getOrder, { number, accessToken })).answer.data
  expect(await read()).toMatchObject({
    subtotal: 2000,
    discount: 400,
    lines: [{ productprice: 800, steps: [{ amount: 2000 }, { text: 'Sale price: ₹800.00', amount: -400 }] }],
  })
  // What was ordered keeps its price when the order is edited.
  expect(await staff.send(editOrderLines, { number, lines: [{ lineId: 1, quantity: 3 }] })).toMatchObject({
    status: 200,
  })
  expect(await read()).toMatchObject({ lines: [{ productprice: 800, quantity: 3, linetotal: 2400 }] })
})

test('keeps sale prices and dates that a request leaves out, and refuses what makes no sense', async () => {
  const id = await create('Bowl', { sale_starts_at: inHours(-2), sale_ends_at: inHours(2) })
  const variants = [
    { options: { Size: 'S' }, price: 900 },
    { options: { Size: 'L' }, price: 1500 },
  ]
  await staff.send(updateProduct, { productid: id, variants })
  const read = async () => (await staff.send(getAdminProduct, { id })).answer.data
  expect(await read()).toMatchObject({
    sale_ends_at: expect.any(String),
    variants: [{ price: 900, sale_price: 800 }, { sale_price: null }],
  })
  const refused = async (input: object) =>
    (await staff.send(updateProduct, { productid: id, ...input })).issues?.map(({ path }) => path)
  const dear = { options: { Size: 'S' }, price: 900, sale_price: 900 }
  expect(await refused({ variants: [dear] })).toEqual(['variants.0.sale_price'])
  expect(await refused({ sale_ends_at: inHours(-3) })).toEqual(['saleEndsAt'])
  await staff.send(updateProduct, {
    productid: id,
    sale_starts_at: '',
    sale_ends_at: '',
    variants: [{ ...dear, sale_price: '' }],
  })
  expect(await read()).toMatchObject({
    sale_starts_at: null,
    sale_ends_at: null,
    variants: [{ sale_price: null }],
  })
  expect((await onSale()).ids).not.toContain(id)
})
