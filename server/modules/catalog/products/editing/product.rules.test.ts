import { describe, expect, test } from 'vitest'
import { optionsKey, normalizeProduct, findIssues, type ProductInput } from './product.rules.ts'

const simple: ProductInput = { name: 'Mug', categoryId: 1, variants: [{ price: 54_900 }] }
const coloured: ProductInput = {
  ...simple,
  options: ['Colour', 'Size'],
  images: [{ file: 'a.webp', alt: 'A mug' }],
  variants: [
    { price: 1, sku: 'M1', options: { Colour: 'Sage', Size: 'S' }, image: 'a.webp' },
    { price: 1, sku: 'M2', options: { Size: 'M', Colour: 'Sage' } },
  ],
}
const [sage = { price: 1 }, medium = { price: 1 }] = coloured.variants

test('accepts a simple product and one in two colours', () => {
  expect(findIssues(normalizeProduct(simple))).toEqual([])
  expect(findIssues(normalizeProduct(coloured))).toEqual([])
})

test('trims texts and turns empty ones into absent ones', () => {
  const product = normalizeProduct({
    ...simple,
    name: ' Mug ',
    searchTitle: ' ',
    options: [' Colour '],
    variants: [{ price: 1, sku: ' ', options: { ' Colour': 'Sage ' } }],
  })
  expect(product).toMatchObject({ name: 'Mug', searchTitle: null, options: ['Colour'] })
  const absent = {
    sku: null,
    image: null,
    barcode: null,
    mpn: null,
    shelf: null,
    cost: null,
    salePrice: null,
  }
  expect(product.variants).toEqual([{ price: 1, options: { Colour: 'Sage' }, ...absent }])
})

test('ignores the order of options in their key', () => {
  expect(optionsKey({ options: { a: '1', b: '2' } })).toBe(optionsKey({ options: { b: '2', a: '1' } }))
  expect(optionsKey({ options: { a: '1' } })).not.toBe(optionsKey({ options: { a: '2' } }))
})

describe('has a message for each problem:', () => {
  const wrong: [string, string, ProductInput][] = [
    ['no name', 'name', { ...simple, name: ' ' }],
    ['an offer above 100 %', 'offer', { ...simple, offer: 10_001 }],
    ['half a basis point', 'gst', { ...simple, gst: 0.5 }],
    ['a negative price', 'variants.0.price', { ...simple, variants: [{ price: -1 }] }],
    [
      'a price in fractions of the smallest coin',
      'variants.0.price',
      { ...simple, variants: [{ price: 1.5 }] },
    ],
    ['a negative stock', 'variants.0.stock', { ...simple, variants: [{ price: 1, stock: -1 }] }],
    ['no variant', 'variants', { ...simple, variants: [] }],
    ['four options', 'options', { ...simple, options: ['a', 'b', 'c', 'd'] }],
    ['an option twice', 'options', { ...coloured, options: ['Colour', 'Colour'] }],
    [
      'an option without value',
      'variants.0.options',
      { ...coloured, variants: [{ price: 1, options: { Colour: 'Sage' } }] },
    ],
    [
      'an unknown option',
      'variants.0.options',
      { ...simple, variants: [{ price: 1, options: { Colour: 'Sage' } }] },
    ],
    ['a variant twice', 'variants', { ...coloured, variants: [sage, { ...sage, sku: 'M3' }] }],
    ['a SKU twice', 'variants', { ...coloured, variants: [sage, { ...medium, sku: 'M1' }] }],
    [
      'a variant shown by a foreign image',
      'variants.0.image',
      { ...coloured, variants: [{ ...sage, image: 'b.webp' }] },
    ],
    ['an image twice', 'images', { ...simple, images: [1, 2].map(() => ({ file: 'a.webp', alt: '' })) }],
    [
      'an empty specification',
      'specifications',
      { ...simple, specifications: [{ specificationId: 1, description: ' ' }] },
    ],
    [
      'a specification twice',
      'specifications',
      { ...simple, specifications: [1, 2].map(() => ({ specificationId: 1, description: 'x' })) },
    ],
  ]
  test.each(wrong)('%s', (_, path, input) => {
    const issues = findIssues(normalizeProduct(input))
    expect(issues.map((issue) => issue.path)).toContain(path)
    expect(issues.every(({ message }) => /^[A-Z]/.test(message))).toBe(true)
  })
})
