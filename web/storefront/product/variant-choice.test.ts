import { expect, test } from 'vitest'
import type { Variant } from '#contract/product.ts'
import { choicesOf, chosenVariant, stockOf } from './variant-choice.ts'

const colour = { name: 'Colour', values: ['Moss', 'Sand', 'Blush'] }
const size = { name: 'Size', values: ['S', 'L'] }

function made(variantid: number, Colour: string, Size: string, stock: number): Variant {
  return { variantid, sku: null, options: { Colour, Size }, price: 10, saleprice: 9, stock, picture: null }
}

const mossS = made(1, 'Moss', 'S', 0)
const mossL = made(2, 'Moss', 'L', 7)
const sandS = made(3, 'Sand', 'S', 4)
const blushL = made(4, 'Blush', 'L', 0)
const variants = [mossS, mossL, sandS, blushL]

test('the address names the variant; a wrong name chooses none; a simple product has nothing to choose', () => {
  expect(chosenVariant(variants, '3')).toBe(sandS)
  expect(chosenVariant(variants, '99')).toBeUndefined()
  expect(chosenVariant(variants, null)).toBeUndefined()
  expect(chosenVariant([sandS], null)).toBe(sandS)
})

test('with nothing chosen a value leads to a variant in stock, and is sold out when all of its variants are', () => {
  expect(choicesOf(colour, variants, undefined)).toEqual([
    { value: 'Moss', variant: mossL, state: 'available' },
    { value: 'Sand', variant: sandS, state: 'available' },
    { value: 'Blush', variant: blushL, state: 'sold-out' },
  ])
})

test('with a choice made the other options stay, even if that combination is sold out', () => {
  expect(choicesOf(colour, variants, sandS)).toEqual([
    { value: 'Moss', variant: mossS, state: 'sold-out' },
    { value: 'Sand', variant: sandS, state: 'available' },
    { value: 'Blush', variant: blushL, state: 'elsewhere' },
  ])
  expect(choicesOf(size, variants, sandS).map(({ state }) => state)).toEqual(['available', 'elsewhere'])
})

test('a value that no variant has is not offered', () => {
  expect(choicesOf({ name: 'Size', values: ['S', 'XL'] }, variants, undefined)).toHaveLength(1)
})

test('stock is that of the choice, or of all variants together', () => {
  expect(stockOf(variants, sandS)).toBe(4)
  expect(stockOf(variants, undefined)).toBe(11)
})
