import { expect, test } from 'vitest'
import type { Variant } from '#contract/catalog/product.ts'
import { optionChoices, chosenVariant, postedVariant } from './variant-choice.ts'

const colour = { name: 'Colour', values: ['Moss', 'Sand', 'Blush'] }
const size = { name: 'Size', values: ['S', 'L'] }

function made(variantid: number, Colour: string, Size: string, stock: number): Variant {
  const counting = { tracked: true, sellwhensoldout: false }
  return {
    variantid,
    sku: null,
    options: { Colour, Size },
    price: 10,
    saleprice: 9,
    percentoff: 10,
    saleends: null,
    stock,
    ...counting,
    image: null,
    barcode: null,
    mpn: null,
  }
}

const mossS = made(1, 'Moss', 'S', 0)
const mossL = made(2, 'Moss', 'L', 7)
const sandS = made(3, 'Sand', 'S', 4)
const blushL = made(4, 'Blush', 'L', 0)
const variants = [mossS, mossL, sandS, blushL]

test('chooses the variant of the URL, otherwise the first in stock, otherwise the first', () => {
  expect(chosenVariant(variants, '1')).toBe(mossS)
  expect(chosenVariant(variants, '99')).toBe(mossL)
  expect(chosenVariant(variants, null)).toBe(mossL)
  expect(chosenVariant([mossS, blushL], null)).toBe(mossS)
  expect(chosenVariant([], null)).toBeUndefined()
})

test('what is not counted, and what is sold when it is sold out, can be chosen', () => {
  const uncounted = { ...mossS, stock: null, tracked: false }
  const onBackorder = { ...mossS, sellwhensoldout: true }
  for (const variant of [uncounted, onBackorder]) {
    expect(chosenVariant([blushL, variant], null)).toBe(variant)
    expect(optionChoices(colour, [variant, blushL], blushL)[0]?.state).toBe('other-combination')
    expect(optionChoices(colour, [variant, sandS], sandS)[0]).toMatchObject({
      value: 'Moss',
      state: 'available',
    })
  }
})

test('keeps the other options after a choice, even if that combination is sold out', () => {
  expect(optionChoices(colour, variants, sandS)).toEqual([
    { value: 'Moss', variant: mossS, state: 'sold-out' },
    { value: 'Sand', variant: sandS, state: 'available' },
    { value: 'Blush', variant: blushL, state: 'other-combination' },
  ])
  expect(optionChoices(size, variants, sandS).map(({ state }) => state)).toEqual([
    'available',
    'other-combination',
  ])
})

test('leaves out a value that no variant has', () => {
  expect(optionChoices({ name: 'Size', values: ['S', 'XL'] }, variants, sandS)).toHaveLength(1)
})

test('finds the variant of a posted form by its options, and none for a combination that does not exist', () => {
  const post = (Colour: string, Size: string) =>
    postedVariant(variants, { 'option.Colour': Colour, 'option.Size': Size, variant: '3' })
  expect(post('Moss', 'L')).toBe(mossL)
  expect(post('Sand', 'L')).toBeUndefined()
  expect(postedVariant([mossS], { variant: '1' })).toBe(mossS)
})
