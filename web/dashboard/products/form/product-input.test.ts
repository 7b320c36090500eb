import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalog/admin/product.ts'
import { createProductInput, updateProductInput } from '#contract/catalog/product.ts'
import { combine } from '../variants/combinations.ts'
import { countingOf } from '../variants/stock-rule.ts'
import { emptyDraft } from './product-draft.ts'
import { draftOf, inputOf } from './product-input.ts'

const lamp = {
  productid: 7,
  productname: 'Lamp',
  slug: 'lamp',
  status: 'live',
  productdescription: 'Warm.',
  productcategoryid: 1,
  productsubcategoryid: null,
  productprice: 1000,
  productoffer: 10,
  sale_starts_at: '2026-11-27T04:30:00.000Z',
  sale_ends_at: null,
  productgst: 18,
  taxclass: null,
  hsn: '6912',
  brand: 'Kumbhar',
  origin: 'IN',
  productweight: 250,
  is_new: 1,
  options: ['Colour', 'Size'],
  variants: [
    {
      variantid: 1,
      sku: 'L1',
      options: { Colour: 'Sage', Size: 'S' },
      price: 1000,
      sale_price: 800,
      stock: 5,
      tracked: true,
      sellwhensoldout: false,
      image: 'a.webp',
      barcode: '4006381333931',
      mpn: 'L-1',
      shelf: 'A-1',
      cost: 400,
    },
    {
      variantid: 2,
      sku: null,
      options: { Colour: 'Clay', Size: 'M' },
      price: 1200,
      sale_price: null,
      stock: 0,
      tracked: true,
      sellwhensoldout: false,
      image: null,
      barcode: null,
      mpn: null,
      shelf: null,
      cost: null,
    },
  ],
  images: [{ file: 'a.webp', width: 9, height: 9, alt: 'A lamp', video: 'https://vimeo.com/76979871' }],
  productspecification: [
    { productspecificationid: 3, productspecificationdescription: 'Clay', name: 'Material' },
  ],
  search_title: null,
  search_description: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 4,
} satisfies AdminProduct

test('sends unchanged fields as they were, but no stock, which orders may have changed', () => {
  const draft = draftOf(lamp)
  const sent = inputOf(draft, draft)
  expect(updateProductInput.safeParse({ ...sent, productid: 7 }).success).toBe(true)
  expect(sent).toMatchObject({
    productname: 'Lamp',
    slug: 'lamp',
    brand: 'Kumbhar',
    origin: 'IN',
    sale_starts_at: '2026-11-27T04:30:00.000Z',
    sale_ends_at: '',
    options: ['Colour', 'Size'],
    images: [{ file: 'a.webp', alt: 'A lamp', video: 'https://vimeo.com/76979871' }],
    productspecification: [{ productspecificationid: '3', productspecificationdescription: 'Clay' }],
    variants: [
      {
        variantid: 1,
        sku: 'L1',
        options: { Colour: 'Sage', Size: 'S' },
        price: '1000',
        sale_price: '800',
        image: 'a.webp',
        barcode: '4006381333931',
        mpn: 'L-1',
        shelf: 'A-1',
        cost: '400',
      },
      { variantid: 2, sku: null, options: { Colour: 'Clay', Size: 'M' }, price: '1200', image: null },
    ],
  })
  expect(JSON.stringify(sent.variants)).not.toContain('stock')
})

test('lists missing combinations as variants that are not offered', () => {
  const { variants } = draftOf(lamp)
  expect(variants.map(({ id, offered }) => [id, offered])).toEqual([
    [1, true],
    [undefined, false],
    [undefined, false],
    [2, true],
  ])
})

test('sends the stock of changed and of new variants', () => {
  const before = draftOf(lamp)
  const variants = before.variants.map((variant) => ({ ...variant, offered: true }))
  const sent = inputOf({ ...before, variants: [{ ...variants[0]!, stock: '9' }, variants[1]!] }, before)
  expect(sent.variants).toMatchObject([{ variantid: 1, stock: '9' }, { stock: '0' }])
})

test('keeps the variants of a renamed option', () => {
  const before = draftOf(lamp)
  const options = before.options.map((option, i) => (i === 0 ? { ...option, name: ' Glaze ' } : option))
  const sent = inputOf({ ...before, options, variants: combine(options, before.variants) }, before)
  expect(sent.options).toEqual(['Glaze', 'Size'])
  expect(sent.variants).toMatchObject([
    { variantid: 1, options: { Glaze: 'Sage', Size: 'S' } },
    { variantid: 2, options: { Glaze: 'Clay', Size: 'M' } },
  ])
})

test('gives a product without options one variant, and refuses incomplete fields', () => {
  const draft = { ...emptyDraft(), productname: 'Mug', productcategoryid: '1', productprice: '549' }
  const sent = inputOf(draft)
  expect(sent.variants).toEqual([
    {
      stock: '0',
      tracked: true,
      sellwhensoldout: false,
      sale_price: '',
      sku: null,
      options: {},
      image: null,
      barcode: '',
      mpn: null,
      shelf: null,
      cost: '',
    },
  ])
  expect(createProductInput.safeParse(sent).success).toBe(true)
  const half = { ...draft, specifications: [{ key: 'a', specificationid: '', description: 'Clay' }] }
  expect(createProductInput.safeParse(inputOf(half)).success).toBe(false)
  const price = { ...draft, productprice: '-1' }
  expect(createProductInput.safeParse(inputOf(price)).success).toBe(false)
})

test('sends how stock is counted, and units only where it is', () => {
  const [sage, clay] = lamp.variants
  const stored = {
    ...lamp,
    variants: [
      { ...sage!, stock: -3, sellwhensoldout: true },
      { ...clay!, stock: null, tracked: false },
    ],
  }
  const draft = draftOf(stored)
  const [first, second] = draft.variants.filter(({ offered }) => offered)
  expect(inputOf(draft, draft).variants).toMatchObject([
    { tracked: true, sellwhensoldout: true },
    { tracked: false, sellwhensoldout: false },
  ])
  // Units below 0 stay away, because they are as they were.
  expect(JSON.stringify(inputOf(draft, draft).variants)).not.toContain('"stock"')
  const counted = {
    ...draft,
    variants: [
      { ...first!, ...countingOf('uncounted') },
      { ...second!, ...countingOf('stop') },
    ],
  }
  const sent = inputOf(counted, draft).variants as Record<string, unknown>[]
  expect(sent[0]).toMatchObject({ tracked: false, sellwhensoldout: false })
  expect(sent[0]).not.toHaveProperty('stock')
  // The figure from before may be long out of date.
  expect(sent[1]).toMatchObject({ tracked: true, stock: '0' })
})
