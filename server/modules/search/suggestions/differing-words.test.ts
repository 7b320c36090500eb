import { expect, test } from 'vitest'
import { differingWords } from './differing-words.ts'

test.each([
  ['divan', 'sofa', 'divan', 'sofa'],
  ['red divan bed', 'red sofa bed', 'divan', 'sofa'],
  ['settee', 'two seat sofa', 'settee', 'two seat sofa'],
  ['lamp stand', 'lamp holder', 'stand', 'holder'],
  ['red red divan', 'red sofa', 'red divan', 'sofa'],
])('%s, then %s: %s and %s', (first, second, failed, worked) => {
  expect(differingWords(first, second)).toEqual({ failed, worked })
})

test.each([
  ['mug', 'blue mug'],
  ['blue mug', 'mug'],
  ['mug blue', 'blue mug'],
  ['a b c d', 'e'],
  ['mug', 'mug'],
  ['x'.repeat(101), 'mug'],
])('%s, then %s: nothing', (first, second) => {
  expect(differingWords(first, second)).toBeUndefined()
})
