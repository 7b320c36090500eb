import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  duplicateProduct,
  getAdminProduct,
  getAdminProducts,
  patchProduct,
} from '#contract/catalog/admin/product.ts'
import { createProduct, deleteProduct, getProducts, updateProduct } from '#contract/catalog/product.ts'
import { createCategory, createSpecification, createSubcategory } from '#server/modules/catalog/index.ts'
import { newUser, openElsewhere, signedIn } from '#test/harness/people/account.ts'
import { testApp } from '#test/harness/app/app.ts'
import { order } from '#test/harness/data/order.ts'
import { client, type Client } from '#test/harness/people/client.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
let staff: Client
let elsewhere: Client
let categoryId: number
let subcategoryId: number
let materialId: number

beforeAll(async () => {
  await openElsewhere(db, app)
  staff = await signedIn(app, (await newUser(db, { role_id: 1 })).email)
  const other = await newUser(db, { role_id: 1, config_id: 2 })
  elsewhere = await signedIn(app, other.email, 'other.example')
  await db.transaction().execute(async (tx) => {
    categoryId = await createCategory(tx, context, { name: 'Tableware' })
    subcategoryId = await createSubcategory(tx, context, { categoryId, name: 'Mugs' })
    materialId = await createSpecification(tx, context, { name: 'Material', filterable: true })
  })
})

/** A form with all values as texts. */
const formOf = (name: string) => ({
  productcategoryid: String(categoryId),
  productsubcategoryid: String(subcategoryId),
  productname: name,
  productdescription: 'Holds **tea**',
  productprice: '499.5',
  productoffer: '12.5',
  productgst: '',
  productweight: '350',
  is_new: '1',
})
const create = async (input: object) => (await staff.send(createProduct, input)).answer.data.productid
const read = async (id: number) => (await staff.send(getAdminProduct, { id })).answer.data
const rows = async (input = {}) => (await staff.send(getAdminProducts, input)).answer
const stockOf = async (id: number) => (await rows({ q: (await read(id)).productname })).data[0]?.stock

test('shows a new product at the next request', async () => {
  const sent = await staff.send(createProduct, { ...formOf('Tidal mug'), stock: '7', unknown: 'ignored' })
  expect(sent).toMatchObject({ status: 200, message: 'Product created successfully' })
  const { productid } = sent.answer.data
  const [shown] = (await staff.send(getProducts, { productid })).answer.response
  expect(shown).toMatchObject({ productname: 'Tidal mug', productprice: 499.5, productoffer: 12.5 })
  expect(await read(productid)).toMatchObject({
    status: 'live',
    slug: 'tidal-mug',
    productgst: 0,
    productweight: 350,
    is_new: 1,
  })
  const { data, total } = await rows({ q: 'TIDAL' })
  expect(total).toBe(1)
  expect(data[0]).toMatchObject({ productid, stock: 7, variants: 1, pricefrom: 499.5, image: null })
})

test('accepts an unchanged product without recording a change', async () => {
  const id = await create({
    ...formOf('Throw'),
    status: 'draft',
    search_title: 'A throw',
    search_description: 'Of wool',
    productspecification: [{ productspecificationid: materialId, productspecificationdescription: 'Wool' }],
    variants: [
      { sku: 'T-1', options: { Colour: 'Sage', Size: 'L' }, price: 10, stock: 3 },
      { sku: 'T-2', options: { Colour: 'Rust', Size: 'L' }, stock: 4 },
    ],
  })
  const before = await read(id)
  expect(before.options).toEqual(['Colour', 'Size'])
  expect(before.variants.map(({ price, stock }) => [price, stock])).toEqual([
    [10, 3],
    [499.5, 4],
  ])
  const { status, answer } = await staff.send(updateProduct, { ...before, id: undefined })
  expect(status).toBe(200)
  expect(answer.data.version).toBe(before.version)
  expect({ ...(await read(id)), updated_at: '' }).toEqual({ ...before, updated_at: '' })
  expect((await rows({ q: 't-2' })).data.map(({ productid }) => productid)).toEqual([id])
})

test('keeps fields that the request omits', async () => {
  const id = await create({ ...formOf('Plate'), stock: 2 })
  await staff.send(updateProduct, { productid: id, productname: 'Deep plate', productsubcategoryid: '' })
  expect(await read(id)).toMatchObject({
    productname: 'Deep plate',
    slug: 'plate',
    productoffer: 12.5,
    productsubcategoryid: null,
    variants: [{ price: 499.5, stock: 2 }],
  })
})

test('names everything that an empty form lacks at once', async () => {
  const { issues = [] } = await staff.send(createProduct, {
    productname: '',
    productprice: '',
    variants: [{}],
  })
  expect(issues.map(({ path }) => path)).toEqual(['productcategoryid', 'productname', 'productprice'])
})

test('keeps brand, origin, codes and cost, which only staff see', async () => {
  const codes = { barcode: '4006381-333931', mpn: 'KP-1', shelf: ' A-12-3 ', cost: '120.5' }
  const variant = { sku: 'P-1', options: { Size: 'L' }, ...codes }
  const other = { sku: 'P-2', options: { Size: 'S' }, barcode: '4006381333931' }
  const id = await create({
    ...formOf('Plate of Kumbhar'),
    brand: ' Kumbhar ',
    origin: 'IN',
    hsn: '6912',
    variants: [variant, other],
  })
  const stored = { barcode: '4006381333931', mpn: 'KP-1', shelf: 'A-12-3', cost: 120.5 }
  expect(await read(id)).toMatchObject({ brand: 'Kumbhar', origin: 'IN', variants: [stored, { cost: null }] })

  // A program that knows none of the fields leaves them as they are, by id and by options.
  const variants = [{ options: { Size: 'L' } }, { options: { Size: 'S' } }]
  expect(await staff.send(updateProduct, { productid: id, productprice: 5, variants })).toMatchObject({
    status: 200,
  })
  expect(await read(id)).toMatchObject({
    brand: 'Kumbhar',
    variants: [{ ...stored, sku: null, price: 5 }, { barcode: '4006381333931' }],
  })

  for (const q of ['4006381333931', '4006381 333931', 'plate of k'])
    expect((await rows({ q })).data.map(({ productid }) => productid)).toEqual([id])
  const shown = (await staff.send(getProducts, { productid: id })).answer
  expect(shown.response[0]).toMatchObject({
    brand: 'Kumbhar',
    origin: 'IN',
    details: [
      { name: 'Brand', description: 'Kumbhar' },
      { name: 'Country of origin', description: 'India' },
    ],
    variants: [{ barcode: '4006381333931', mpn: 'KP-1' }, {}],
  })
  expect(JSON.stringify(shown)).not.toMatch(/cost|120\.5/)

  await staff.send(updateProduct, {
    productid: id,
    brand: '',
    origin: '',
    variants: [{ ...variant, barcode: '', mpn: '', shelf: '', cost: '', price: 5 }],
  })
  expect(await read(id)).toMatchObject({
    brand: '',
    origin: null,
    variants: [{ barcode: null, mpn: null, shelf: null, cost: null }],
  })
})

test.each([
  ['productname', { productname: ' ' }],
  ['brand', { brand: 'x'.repeat(101) }],
  ['origin', { origin: 'India' }],
  ['variants.0.barcode', { variants: [{ barcode: '4006381333932' }] }],
  ['variants.0.cost', { variants: [{ cost: '-1' }] }],
  ['productprice', { productprice: '' }],
  ['productprice', { productprice: '-1' }],
  ['productoffer', { productoffer: '101' }],
  ['productoffer', { productoffer: 12.345 }],
  ['is_new', { is_new: 2 }],
  ['status', { status: 'sold' }],
  ['variants', { variants: '[{' }],
  ['variants.0.options', { variants: [{ options: { Size: 'L' } }], options: ['Colour'] }],
  ['variants.0.image', { variants: [{ image: 'nowhere.webp' }] }],
  ['images.0.upload', { images: [{ upload: 0 }] }],
  ['slug', { slug: 'Not a slug' }],
  [
    'productspecification',
    {
      productspecification: [1, 1].map(() => ({
        productspecificationid: 1,
        productspecificationdescription: '',
      })),
    },
  ],
])('names the invalid field: %s', async (path, wrong) => {
  const before = (await rows()).total
  const sent = await staff.send(createProduct, { ...formOf('Wrong'), ...wrong })
  expect(sent.status).toBe(400)
  expect(sent.issues?.[0]?.path.split('.').slice(0, path.split('.').length).join('.')).toBe(path)
  expect((await rows()).total).toBe(before)
})

test('refuses a category, image or specification of another shop', async () => {
  const [theirs, file] = await db.transaction().execute(async (tx) => {
    const shop = { ...context, shopId: 2 }
    await tx
      .insertInto('image')
      .values({ config_id: 2, file: 'theirs.webp', width: 1, height: 1, bytes: 1 })
      .execute()
    return [await createCategory(tx, shop, { name: 'Theirs' }), 'theirs.webp'] as const
  })
  const id = await create(formOf('Ours'))
  for (const wrong of [{ productcategoryid: theirs }, { images: [{ file }] }]) {
    expect((await staff.send(createProduct, { ...formOf('Wrong'), ...wrong })).status).toBeGreaterThanOrEqual(
      400,
    )
    expect((await staff.send(updateProduct, { productid: id, ...wrong })).status).toBeGreaterThanOrEqual(400)
  }
  expect((await elsewhere.send(updateProduct, { productid: id, productname: 'Taken' })).status).toBe(404)
  expect((await elsewhere.send(deleteProduct, { productid: id })).status).toBe(404)
  expect((await elsewhere.send(getAdminProduct, { id })).status).toBe(404)
  expect((await elsewhere.send(patchProduct, { id, price: 1 })).status).toBe(404)
  expect((await elsewhere.send(duplicateProduct, { id })).status).toBe(404)
  expect((await elsewhere.send(getAdminProducts)).answer).toEqual({ data: [], total: 0 })
})

test('sets price and stock in the table, but never overwrites a change by someone else', async () => {
  const id = await create({ ...formOf('Bowl'), stock: 2 })
  const { version } = await read(id)
  const sent = await staff.send(patchProduct, { id, version, price: '20.25', stock: 9 })
  expect(sent.answer.data).toMatchObject({ pricefrom: 20.25, stock: 9, variants: 1 })
  const late = await staff.send(patchProduct, { id, version, price: 5 })
  expect(late).toMatchObject({
    status: 409,
    code: 'version_conflict',
    issues: [{ path: 'variants' }, { path: 'stock' }],
  })
  expect((await staff.send(updateProduct, { productid: id, version, productname: 'X' })).status).toBe(409)
  expect((await staff.send(deleteProduct, { productid: id, version })).status).toBe(409)
  expect((await read(id)).variants).toMatchObject([{ price: 20.25, stock: 9 }])
  const { reason } = await db
    .selectFrom('stock_movement')
    .select('reason')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(reason).toBe('Set in the product list')
})

test('requires the variant id for a product with several variants', async () => {
  const variants = [{ options: { Size: 'S' } }, { options: { Size: 'L' }, price: 900 }]
  const id = await create({ ...formOf('Jug'), variants })
  expect((await staff.send(patchProduct, { id, stock: 3 })).issues?.[0]?.path).toBe('variantid')
  expect((await staff.send(updateProduct, { productid: id, productprice: 3 })).issues?.[0]?.path).toBe(
    'productprice',
  )
  const [, large] = (await read(id)).variants
  await staff.send(patchProduct, { id, variantid: large?.variantid, stock: 3, price: 950 })
  expect((await read(id)).variants.map(({ price, stock }) => [price, stock])).toEqual([
    [499.5, 0],
    [950, 3],
  ])
  expect((await staff.send(patchProduct, { id, variantid: 999_999, stock: 3 })).status).toBe(404)
})

test('duplicates a product as a draft without SKU and stock', async () => {
  const id = await create({ ...formOf('Vase'), variants: [{ sku: 'V-1', price: 3, stock: 4 }] })
  const { productid } = (await staff.send(duplicateProduct, { id })).answer.data
  expect(await read(productid)).toMatchObject({
    productname: 'Copy of Vase',
    slug: 'copy-of-vase',
    status: 'draft',
    productdescription: 'Holds **tea**',
    variants: [{ sku: null, price: 3, stock: 0 }],
  })
})

test('removes a deleted product from the shop and the table', async () => {
  const id = await create({ ...formOf('Old mug'), stock: 1 })
  expect(await stockOf(id)).toBe(1)
  expect(await staff.send(deleteProduct, { productid: id })).toMatchObject({
    status: 200,
    message: 'Old mug deleted',
  })
  expect((await rows({ q: 'old mug' })).total).toBe(0)
  expect((await staff.send(getProducts, { productid: id })).answer.response).toEqual([])
  expect((await staff.send(deleteProduct, { productid: id })).status).toBe(404)
})

test('archives a product with orders, which can go live again', async () => {
  const id = await create({ ...formOf('Sold mug'), stock: 3 })
  expect(await order(client(app), { items: [{ productid: id }] })).toMatchObject({ status: 201 })
  expect(await staff.send(deleteProduct, { productid: id })).toMatchObject({
    status: 200,
    message: 'Sold mug archived: products with orders are archived instead of deleted',
  })
  expect((await rows({ q: 'sold mug' })).data).toMatchObject([{ status: 'archived', stock: 2 }])
  expect((await staff.send(getProducts, { productid: id })).answer.response).toEqual([])
  expect((await staff.send(updateProduct, { productid: id, status: 'live' })).status).toBe(200)
})
