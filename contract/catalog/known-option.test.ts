import { expect, test } from 'vitest'
import { knownOption } from './known-option.ts'

test.each([
  ['Colour', 'color'],
  ['color', 'color'],
  [' COLOURS ', 'color'],
  ['Size', 'size'],
  ['Fabric', 'material'],
  ['Print', 'pattern'],
  ['Shoe size', undefined],
  ['constructor', undefined],
])('%s is %s', (name, property) => {
  expect(knownOption(name)).toBe(property)
})
