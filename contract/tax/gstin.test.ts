import { expect, test } from 'vitest'
import { isGstin } from './gstin.ts'

test('accepts numbers of real companies, and refuses each typing error', () => {
  const real = ['27AAPFU0939F1ZV', '27AAACR5055K1Z7', '24AAACC1206D1ZM']
  for (const gstin of real) {
    expect(isGstin(gstin), gstin).toBe(true)
    for (const [index, character] of Array.from(gstin).entries()) {
      const other =
        character === '9' ? '8' : character === 'Z' ? 'Y' : String.fromCharCode(character.charCodeAt(0) + 1)
      const wrong = gstin.slice(0, index) + other + gstin.slice(index + 1)
      expect(isGstin(wrong), wrong).toBe(false)
    }
  }
  expect(isGstin('27AAPUF0939F1ZV')).toBe(false)
  for (const text of ['', '27', '27AAPFU0939F1ZV1', '27aapfu0939f1zv']) expect(isGstin(text)).toBe(false)
})
