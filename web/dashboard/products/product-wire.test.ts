import { expect, test } from 'vitest'
import type { AdminProduct } from '#contract/admin-product.ts'
import { createProductInput, updateProductInput } from '#contract/product.ts'
import { combine } from './combinations.ts'
import { emptyDraft } from './product-draft.ts'
import { draftOf, inputOf } from './product-wire.ts'

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
  productgst: 18,
  productweight: 250,
  is_new: 1,
  options: ['Colour', 'Size'],
  variants: [
    {
      variantid: 1,
      sku: 'L1',
      options: { Colour: 'Sage', Size: 'S' },
      price: 1000,
      stock: 5,
      picture: 'a.webp',
    },
    { variantid: 2, sku: null, options: { Colour: 'Clay', Size: 'M' }, price: 1200, stock: 0, picture: null },
  ],
  pictures: [{ file: 'a.webp', width: 9, height: 9, alt: 'A lamp' }],
  productspecification: [
    { productspecificationid: 3, productspecificationdescription: 'Clay', name: 'Material' },
  ],
  search_title: null,
  search_description: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
  version: 4,
} satisfies AdminProduct

test('what was not touched is sent as it was, but for stock, which may have been sold meanwhile', () => {
  const draft = draftOf(lamp)
  const sent = inputOf(draft, draft)
  expect(updateProductInput.safeParse({ ...sent, productid: 7 }).success).toBe(true)
  expect(sent).toMatchObject({
    productname: 'Lamp',
    slug: 'lamp',
    options: ['Colour', 'Size'],
    pictures: [{ file: 'a.webp', alt: 'A lamp' }],
    productspecification: [{ productspecificationid: '3', productspecificationdescription: 'Clay' }],
    variants: [
      { variantid: 1, sku: 'L1', options: { Colour: 'Sage', Size: 'S' }, price: '1000', picture: 'a.webp' },
      { variantid: 2, sku: null, options: { Colour: 'Clay', Size: 'M' }, price: '1200', picture: null },
    ],
  })
  expect(JSON.stringify(sent.variants)).not.toContain('stock')
})

test('combinations that a product does not have are there to be offered', () => {
  const { variants } = draftOf(lamp)
  expect(variants.map(({ id, offered }) => [id, offered])).toEqual([
    [1, true],
    [undefined, false],
    [undefined, false],
    [2, true],
  ])
})

test('stock that was changed is sent, and that of new variants', () => {
  const before = draftOf(lamp)
  const variants = before.variants.map((variant) => ({ ...variant, offered: true }))
  const sent = inputOf({ ...before, variants: [{ ...variants[0]!, stock: '9' }, variants[1]!] }, before)
  expect(sent.variants).toMatchObject([{ variantid: 1, stock: '9' }, { stock: '0' }])
})

test('a renamed option keeps its variants', () => {
  const before = draftOf(lamp)
  const options = before.options.map((option, i) => (i === 0 ? { ...option, name: ' Glaze ' } : option))
  const sent = inputOf({ ...before, options, variants: combine(options, before.variants) }, before)
  expect(sent.options).toEqual(['Glaze', 'Size'])
  expect(sent.variants).toMatchObject([
    { variantid: 1, options: { Glaze: 'Sage', Size: 'S' } },
    { variantid: 2, options: { Glaze: 'Clay', Size: 'M' } },
  ])
})

test('a simple product has the price of the product, and what is half filled in is refused', () => {
  const draft = { ...emptyDraft(), productname: 'Mug', productcategoryid: '1', productprice: '549' }
  const sent = inputOf(draft)
  expect(sent.variants).toEqual([{ stock: '0', sku: null, options: {}, picture: null }])
  expect(createProductInput.safeParse(sent).success).toBe(true)
  const half = { ...draft, specifications: [{ key: 'a', specificationid: '', description: 'Clay' }] }
  expect(createProductInput.safeParse(inputOf(half)).success).toBe(false)
  const price = { ...draft, productprice: '-1' }
  expect(createProductInput.safeParse(inputOf(price)).success).toBe(false)
})
