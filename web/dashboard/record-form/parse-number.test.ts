import { expect, it } from 'vitest'
import { parseNumber } from './parse-number.ts'

it('text that is not a number becomes NaN', () => {
  expect(parseNumber('1,499.50')).toBe(1499.5)
  for (const text of ['', ' ', 'free', undefined]) expect(parseNumber(text)).toBeNaN()
})
