import { expect, test } from 'vitest'
import type { Variant } from '#contract/catalog/product.ts'
import { optionChoices, chosenVariant, availableStock } from './variant-choice.ts'

const colour = { name: 'Colour', values: ['Moss', 'Sand', 'Blush'] }
const size = { name: 'Size', values: ['S', 'L'] }

function made(variantid: number, Colour: string, Size: string, stock: number): Variant {
  return { variantid, sku: null, options: { Colour, Size }, price: 10, saleprice: 9, stock, image: null }
}

const mossS = made(1, 'Moss', 'S', 0)
const mossL = made(2, 'Moss', 'L', 7)
const sandS = made(3, 'Sand', 'S', 4)
const blushL = made(4, 'Blush', 'L', 0)
const variants = [mossS, mossL, sandS, blushL]

test('chooses the variant of the URL, none for an unknown id, and the only one of a simple product', () => {
  expect(chosenVariant(variants, '3')).toBe(sandS)
  expect(chosenVariant(variants, '99')).toBeUndefined()
  expect(chosenVariant(variants, null)).toBeUndefined()
  expect(chosenVariant([sandS], null)).toBe(sandS)
})

test('selects a variant in stock before any choice; a value is sold out if all its variants are', () => {
  expect(optionChoices(colour, variants, undefined)).toEqual([
    { value: 'Moss', variant: mossL, state: 'available' },
    { value: 'Sand', variant: sandS, state: 'available' },
    { value: 'Blush', variant: blushL, state: 'sold-out' },
  ])
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
  expect(optionChoices({ name: 'Size', values: ['S', 'XL'] }, variants, undefined)).toHaveLength(1)
})

test('returns the stock of the choice, or of all variants', () => {
  expect(availableStock(variants, sandS)).toBe(4)
  expect(availableStock(variants, undefined)).toBe(11)
})
