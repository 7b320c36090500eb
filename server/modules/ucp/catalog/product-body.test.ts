import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProducts, type ProductDetail } from '#contract/catalog/product.ts'
import { testApp } from '#test/harness/app/app.ts'
import { makeGoods, variantsOf, type Goods } from '#test/harness/data/goods.ts'
import { caller } from '#test/harness/people/client.ts'
import { callCatalog, origin } from '#test/harness/ucp/catalog-call.ts'
import { expectValid } from '#test/harness/ucp/schemas.ts'
import type { UcpOperation } from '../operation.ts'
import { catalogOperations } from './operations.ts'

const { app, db, stop } = await testApp()
afterAll(stop)
let goods: Goods
let chair: number
beforeAll(async () => {
  goods = await makeGoods(db)
  chair = await goods.add('Chair', {
    description: '## Oak\n\nA *quiet* chair & more',
    offer: 1_250,
    options: ['Colour'],
    images: [
      { file: 'a.webp', alt: 'In the sun' },
      { file: 'b.webp', alt: '' },
    ],
    variants: [
      { price: 54_900, stock: 0, options: { Colour: 'Sage' }, barcode: '4006381333931', sku: 'CH-S' },
      {
        price: 60_000,
        salePrice: 40_000,
        stock: 0,
        sellWhenSoldOut: true,
        options: { Colour: 'Clay' },
        image: 'b.webp',
      },
      { price: 70_000, salePrice: 69_000, tracked: false, options: { Colour: 'Ink' } },
    ],
  })
  await db.updateTable('product').set({ rating_sum: 14, rating_count: 3 }).where('id', '=', chair).execute()
})

const [search, lookup, product] = catalogOperations as [UcpOperation, UcpOperation, UcpOperation]
const price = (amount: number, currency = 'INR') => ({ amount, currency })
const url = (path: string) => `${origin}${path}`

interface Body {
  id: string
  url: string
  variants: { id: string; price: { amount: number }; list_price?: { amount: number } }[]
}
const firstOf = async (sent: object) =>
  ((await callCatalog(db, search, sent))['products'] as Body[])[0] as unknown as Record<string, unknown> &
    Body

test('describes a product with everything that the shop knows', async () => {
  const [sage, clay, ink] = await variantsOf(db, chair)
  const { variants, ...body } = await firstOf({ query: 'chair' })
  const media = (file: string, alt: string) => ({
    type: 'image',
    url: url(`/uploads/${file}`),
    alt_text: alt,
    width: 12,
    height: 9,
  })
  expect(body).toEqual({
    id: `p${chair}`,
    handle: 'chair',
    title: 'Chair',
    description: { plain: 'Oak\nA quiet chair & more' },
    url: url(`/product-details/${chair}`),
    categories: [{ value: 'Home', taxonomy: 'merchant' }],
    price_range: { min: price(40_000), max: price(61_250) },
    list_price_range: { min: price(54_900), max: price(70_000) },
    media: [media('a.webp', 'In the sun'), media('b.webp', 'Chair')],
    options: [{ name: 'Colour', values: [{ label: 'Sage' }, { label: 'Clay' }, { label: 'Ink' }] }],
    rating: { value: 4.7, scale_min: 1, scale_max: 5, count: 3 },
  })
  const variant = (id: number | undefined, label: string) => ({
    id: `v${id}`,
    title: label,
    description: { plain: `Chair, ${label}` },
    url: url(`/product-details/${chair}?variant=${id}`),
    options: [{ name: 'Colour', label }],
  })
  expect(variants).toEqual([
    {
      ...variant(clay, 'Clay'),
      price: price(40_000),
      list_price: price(60_000),
      availability: { available: true, status: 'backorder' },
      media: [media('b.webp', 'Chair')],
    },
    {
      ...variant(ink, 'Ink'),
      price: price(61_250),
      list_price: price(70_000),
      availability: { available: true, status: 'in_stock' },
    },
    {
      ...variant(sage, 'Sage'),
      sku: 'CH-S',
      barcodes: [{ type: 'GTIN', value: '4006381333931' }],
      price: price(48_038),
      list_price: price(54_900),
      availability: { available: false, status: 'out_of_stock' },
    },
  ])
})

test('a product without options, offer, images, description and ratings has none of their fields', async () => {
  const id = await goods.add('Plain', { variants: [{ price: 0, stock: 2 }] })
  const [variantId] = await variantsOf(db, id)
  expect(await firstOf({ query: 'plain' })).toEqual({
    id: `p${id}`,
    handle: 'plain',
    title: 'Plain',
    description: { plain: 'Plain' },
    url: url(`/product-details/${id}`),
    categories: [{ value: 'Home', taxonomy: 'merchant' }],
    price_range: { min: price(0), max: price(0) },
    variants: [
      {
        id: `v${variantId}`,
        title: 'Plain',
        description: { plain: 'Plain' },
        url: url(`/product-details/${id}`),
        price: price(0),
        availability: { available: true, status: 'in_stock' },
      },
    ],
  })
})

test.each([
  ['Stool', { price: 100 }, { price: 300, salePrice: 200 }, [100, 200], [100, 300]],
  ['Bench', { price: 100, salePrice: 50 }, { price: 300 }, [50, 300], [100, 300]],
])('the list prices of the %s show a reduction at one end', async (name, small, large, now, before) => {
  await goods.add(name, {
    options: ['Size'],
    variants: [
      { ...small, stock: 1, options: { Size: 'S' } },
      { ...large, stock: 1, options: { Size: 'L' } },
    ],
  })
  const range = ([min = 0, max = 0]: number[]) => ({ min: price(min), max: price(max) })
  expect(await firstOf({ query: name })).toMatchObject({
    price_range: range(now),
    list_price_range: range(before),
  })
})

test('the detail has the description in all formats', async () => {
  const { product: body } = await callCatalog(db, product, { id: `p${chair}` })
  expect(body).toMatchObject({
    description: {
      plain: 'Oak\nA quiet chair & more',
      markdown: '## Oak\n\nA *quiet* chair & more',
      html: expect.stringContaining('<em>quiet</em> chair &amp; more') as string,
    },
  })
})

test('prices are those of the product page', async () => {
  for (const id of [chair, goods.mug, goods.lamp]) {
    const { response } = await caller(app)(getProducts, { productid: id })
    const page = response[0] as ProductDetail
    const { products } = await callCatalog(db, lookup, {
      ids: page.variants.map(({ variantid }) => `v${variantid}`),
    })
    const sent = (products as Body[])[0]!.variants
    expect(sent).toHaveLength(page.variants.length)
    for (const { variantid, saleprice, price: regular } of page.variants) {
      const variant = sent.find((one) => one.id === `v${variantid}`)
      expect(variant?.price.amount).toBe(saleprice * 100)
      expect(variant?.list_price?.amount ?? variant?.price.amount).toBe(regular * 100)
    }
  }
})

test('lists at most 100 variants, and prices of all', async () => {
  const variants = Array.from({ length: 130 }, (_, n) => ({
    price: 1_000 + n,
    stock: n < 40 ? 0 : 1,
    options: { Size: `${n}` },
  }))
  await goods.add('Ladder', { options: ['Size'], variants })
  const ladder = await firstOf({ query: 'ladder' })
  expect(ladder.variants).toHaveLength(100)
  expect(ladder.variants[0]?.price.amount).toBe(1_040)
  expect(ladder['price_range']).toEqual({ min: price(1_000), max: price(1_129) })
  const { product: detail } = await callCatalog(db, product, {
    id: ladder.id,
    selected: [{ name: 'Size', label: '3' }],
  })
  expect((detail as Body).variants).toMatchObject([{ price: price(1_003) }])
})

describe('the published schemas', () => {
  const ucp = { version: '2026-04-08' }
  const expectToMatch = async (answer: string, operation: UcpOperation, sent: object) => {
    const body = await callCatalog(db, operation, sent)
    expect(Object.keys(body)).toContain(answer === 'get_product_response' ? 'product' : 'products')
    const schema = answer === 'search_response' ? 'catalog_search' : 'catalog_lookup'
    expectValid(`shopping/${schema}.json#/$defs/${answer}`, { ucp, ...body })
  }

  test.each([
    { query: 'chair' },
    { query: 'nothing at all' },
    { filters: { price: { min: 0 } }, pagination: { limit: 2 } },
    { query: 'chiar', filters: { price: { min: 0 } }, context: { currency: 'EUR' } },
  ])('allow the answer to the search %j', (sent) => expectToMatch('search_response', search, sent))

  test('allow the answers to a lookup', async () => {
    const ids = [`p${chair}`, 'CH-S', 'stoneware-mug', 'unknown', `p${goods.lamp}`]
    await expectToMatch('lookup_response', lookup, { ids })
    await expectToMatch('lookup_response', lookup, { ids: ['unknown'] })
  })

  test('allow the details of a product', async () => {
    const selected = [{ name: 'Colour', label: 'Sage' }]
    for (const sent of [{ id: `p${chair}` }, { id: `p${chair}`, selected }, { id: `p${goods.mug}` }])
      await expectToMatch('get_product_response', product, sent)
  })
})
