import { expect, test } from 'vitest'
import { parseProductId, parseVariantId, productIdOf, variantIdOf } from './ids.ts'

test('reads the ids that it writes', () => {
  expect(productIdOf(7)).toBe('p7')
  expect(variantIdOf(31)).toBe('v31')
  expect(parseProductId('p7')).toBe(7)
  expect(parseVariantId('v2147483647')).toBe(2_147_483_647)
})

test.each([
  '',
  'p',
  'v7',
  '7',
  'P7',
  'p0',
  'p07',
  'p-7',
  'p7.0',
  'p7 ',
  ' p7',
  'p7\n',
  'p1e3',
  'p2147483648',
  'p99999999999',
  'p٧',
])('%j is no product', (text) => {
  expect(parseProductId(text)).toBeUndefined()
})
