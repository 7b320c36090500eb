import { expect, test } from 'vitest'
import { isGtin, plainBarcode } from './gtin.ts'

// GTIN-8, UPC, EAN, ISBN-13 and GTIN-14, printed on goods or in the examples of GS1.
const valid = ['96385074', '036000291452', '4006381333931', '9783161484100', '10614141000415']

test.each(valid)('%s is a GTIN, and no other last digit is', (gtin) => {
  expect(isGtin(gtin)).toBe(true)
  const others = '0123456789'.split('').filter((digit) => digit !== gtin.at(-1))
  expect(others.filter((digit) => isGtin(gtin.slice(0, -1) + digit))).toEqual([])
})

test.each([
  '',
  '0',
  '4006381333',
  '40063813339',
  '400638133393',
  '4.00638E+12',
  'ABC4006381333931',
  '４００６３８１３３３９３１',
])('“%s” is none', (text) => expect(isGtin(text)).toBe(false))

test('a barcode may be typed with spaces and hyphens', () => {
  expect(plainBarcode(' 978-3-16–148410 0')).toBe('9783161484100')
})
