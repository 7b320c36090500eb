import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getProducts, type ProductDetail } from '#contract/catalog/product.ts'
import type { Transaction } from '#server/db/connect.ts'
import { testApp } from '#test/harness/app/app.ts'
import { caller } from '#test/harness/people/client.ts'
import {
  addImages,
  createCategory,
  createProduct,
  createSpecification,
  createSubcategory,
  deleteProduct,
  updateProduct,
  type ProductInput,
} from '../../index.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
const call = caller(app)
const context = { shopId: 1, actor: { id: null, name: 'Asha' } }
const within = <T>(work: (tx: Transaction) => Promise<T>) => db.transaction().execute(work)

let mug: ProductInput
let id: number

beforeAll(async () => {
  await within(async (tx) => {
    const files = ['a.webp', 'b.webp', 'c.webp']
    await addImages(
      tx,
      1,
      files.map((file) => ({ file, width: 1200, height: 900, bytes: 9 })),
    )
    const categoryId = await createCategory(tx, context, { name: 'Tableware' })
    const subcategoryId = await createSubcategory(tx, context, { categoryId, name: 'Mugs' })
    const material = await createSpecification(tx, context, { name: 'Material, made of' })
    const care = await createSpecification(tx, context, { name: 'Care' })
    mug = {
      name: 'Tidal Mug',
      description: 'Straight sides.',
      categoryId,
      subcategoryId,
      isNew: true,
      offer: 1_250,
      gst: 1_200,
      options: ['Colour', 'Size'],
      variants: [
        { options: { Colour: 'Sage', Size: 'L' }, price: 64_900, stock: 3, sku: 'M-1', image: 'b.webp' },
        { options: { Colour: 'Clay', Size: 'L' }, price: 54_950, stock: 0 },
        { options: { Colour: 'Sage', Size: 'S' }, price: 64_900, stock: 5 },
      ],
      images: [
        { file: 'c.webp', alt: 'Seen from above' },
        { file: 'a.webp', alt: '' },
        { file: 'b.webp', alt: 'In sage' },
      ],
      specifications: [
        { specificationId: care, description: 'Dishwasher | microwave' },
        { specificationId: material, description: 'Stoneware' },
      ],
      searchTitle: 'A mug',
      createdAt: new Date('2025-05-01T10:00:00.000Z'),
    }
    id = await createProduct(tx, context, mug)
    const comments = Array.from({ length: 23 }, (_, index) => ({
      config_id: 1,
      product_id: id,
      author_name: 'Ravi',
      body: `Comment ${index}`,
      status: index === 22 ? 'hidden' : 'visible',
      rating: index % 2 ? 5 : null,
      created_at: new Date(Date.UTC(2025, 5, 1, 0, index)),
    }))
    await tx.insertInto('comment').values(comments).execute()
  })
})

async function find(productid: number): Promise<ProductDetail> {
  const { response, total } = await call(getProducts, { productid })
  expect([response.length, total]).toEqual([1, 1])
  return response[0] as ProductDetail
}

describe('a product', () => {
  it('contains everything that its page shows', async () => {
    const product = await find(id)
    expect(product).toMatchObject({
      productid: id,
      id,
      slug: 'tidal-mug',
      productname: 'Tidal Mug',
      productdescription: 'Straight sides.',
      descriptionhtml: '<p>Straight sides.</p>\n',
      productprice: 549.5,
      saleprice: 480.81,
      severalprices: true,
      productoffer: 12.5,
      productgst: 12,
      // It is marked as new, but was created long ago.
      is_new: 0,
      simple: false,
      colours: [
        { name: 'Sage', hex: '#8a9580' },
        { name: 'Clay', hex: '#a96b4d' },
      ],
      instock: true,
      defaultimage: 'c.webp',
      productcategoryname: 'Tableware',
      subcategoryname: 'Mugs',
      created_at: '2025-05-01T10:00:00.000Z',
      search_title: 'A mug',
      search_description: null,
      previews: [{ previewUrl: 'c.webp' }, { previewUrl: 'a.webp' }, { previewUrl: 'b.webp' }],
      productimages: [{ defaultimage: 'c.webp' }, { defaultimage: 'a.webp' }, { defaultimage: 'b.webp' }],
    })
    expect(product.images).toEqual([
      { file: 'c.webp', width: 1200, height: 900, alt: 'Seen from above', video: null },
      { file: 'a.webp', width: 1200, height: 900, alt: 'Tidal Mug', video: null },
      { file: 'b.webp', width: 1200, height: 900, alt: 'In sage', video: null },
    ])
  })

  it('lists variants with prices and stock, and option values in order', async () => {
    const { variants, options } = await find(id)
    expect(options).toEqual([
      { name: 'Colour', values: ['Sage', 'Clay'] },
      { name: 'Size', values: ['L', 'S'] },
    ])
    expect(variants).toMatchObject([
      {
        sku: 'M-1',
        options: { Colour: 'Sage', Size: 'L' },
        price: 649,
        saleprice: 567.88,
        stock: 3,
        image: 'b.webp',
      },
      {
        sku: null,
        options: { Colour: 'Clay', Size: 'L' },
        price: 549.5,
        saleprice: 480.81,
        stock: 0,
        image: null,
      },
      {
        sku: null,
        options: { Colour: 'Sage', Size: 'S' },
        price: 649,
        saleprice: 567.88,
        stock: 5,
        image: null,
      },
    ])
  })

  it('pairs specifications by position, and keeps commas and pipes in the structured field', async () => {
    const { specificationNames, specificationDescriptions, specifications } = await find(id)
    expect(specificationNames).toBe('Care,Material, made of')
    expect(specificationDescriptions).toBe('Dishwasher | microwave|Stoneware')
    expect(specifications.map(({ name, description }) => [name, description])).toEqual([
      ['Care', 'Dishwasher | microwave'],
      ['Material, made of', 'Stoneware'],
    ])
  })

  it('contains its newest 20 visible comments and their number', async () => {
    const { comments, commentcount } = await find(id)
    expect(commentcount).toBe(22)
    expect(comments).toHaveLength(20)
    expect(comments[0]).toMatchObject({
      user: 'Ravi',
      username: 'Ravi',
      comment: 'Comment 21',
      rating: 5,
      created_at: '2025-06-01T00:21:00.000Z',
    })
  })

  it('is a card with its first two images in lists', async () => {
    const { response } = await call(getProducts, { q: 'tidal' })
    const [card] = response
    expect(card?.images.map(({ file }) => file)).toEqual(['c.webp', 'a.webp'])
    expect(card).not.toHaveProperty('variants')
    expect(card).toMatchObject({ productprice: 549.5, saleprice: 480.81, severalprices: true })
  })
})

it('works without images, options, specifications and comments', async () => {
  const { categoryId } = mug
  const bare = await within((tx) =>
    createProduct(tx, context, { name: 'Bare', categoryId, variants: [{ price: 100 }] }),
  )
  expect(await find(bare)).toMatchObject({
    defaultimage: null,
    images: [],
    severalprices: false,
    instock: false,
    productsubcategoryid: null,
    subcategoryname: null,
    specificationNames: '',
    options: [],
    variants: [{ options: {}, price: 1, saleprice: 1, stock: 0 }],
    comments: [],
    commentcount: 0,
  })
})

it('no longer contains a retired variant', async () => {
  const { categoryId } = mug
  const options = ['Size']
  const variants = ['S', 'L'].map((Size) => ({ options: { Size }, price: 100 }))
  const pair = await within((tx) =>
    createProduct(tx, context, { name: 'Pair', categoryId, options, variants }),
  )
  expect((await find(pair)).variants).toHaveLength(2)
  await within((tx) => updateProduct(tx, context, pair, { variants: variants.slice(1) }))
  await expect
    .poll(async () => await find(pair))
    .toMatchObject({ variants: [{ options: { Size: 'L' } }], options: [{ name: 'Size', values: ['L'] }] })
})

it('is not found as a draft, archived, deleted or unknown product', async () => {
  const nothing = { response: [], total: 0 }
  expect(await call(getProducts, { productid: 2_000_000_000 })).toMatchObject(nothing)
  for (const status of ['draft', 'archived'] as const) {
    const hidden = await within((tx) =>
      createProduct(tx, context, { ...mug, name: status, status, variants: [{ price: 1 }], options: [] }),
    )
    expect(await call(getProducts, { productid: hidden })).toMatchObject(nothing)
  }
  await within((tx) => updateProduct(tx, context, id, { name: 'Tidal Mug II' }))
  await expect.poll(async () => (await find(id)).productname).toBe('Tidal Mug II')
  await within((tx) => deleteProduct(tx, context, id))
  await expect.poll(async () => (await call(getProducts, { productid: id })).total).toBe(0)
  expect((await call(getProducts, { q: 'tidal' })).response).toEqual([])
})
