import { expect, test } from 'vitest'
import type { CartLine } from '#contract/cart/cart.ts'
import type { ProductCard } from '#contract/catalog/product.ts'
import { applyCartChange, newLine, type CartChange } from './cart-change.ts'

const product = (productid: number) =>
  ({ productid, productname: `Mug ${productid}`, saleprice: 500, images: [] }) as unknown as ProductCard

const line = (productid: number, variantid: number, more: Partial<CartLine> = {}): CartLine => ({
  ...newLine(product(productid), undefined, 1),
  variantid,
  stock: 5,
  ...more,
})

const applyTwice = (lines: CartLine[], change: CartChange) =>
  applyCartChange(applyCartChange(lines, change), change)

test('adds a line once, even if the server already has it', () => {
  const added = newLine(product(1), undefined, 2)
  expect(applyTwice([], { kind: 'add', line: added, key: 'a' })).toEqual([added])
  const known = [line(1, 7, { quantity: 4 })]
  expect(applyCartChange(known, { kind: 'add', line: added, key: 'a' })).toBe(known)
  expect(applyCartChange(known, { kind: 'add', line: line(1, 8), key: 'a' })).toHaveLength(2)
})

test('a new quantity updates the line total and the notices', () => {
  const many = line(1, 7, { quantity: 9, notices: ['too_many', 'price_up'] })
  const other = line(1, 8)
  const [changedLine, sameOther] = applyTwice([many, other], { kind: 'set', line: many, quantity: 5 })
  expect(changedLine).toMatchObject({ quantity: 5, linetotal: 2500, notices: ['price_up'] })
  expect(sameOther).toBe(other)
  expect(applyCartChange([many], { kind: 'set', line: many, quantity: 6 })[0]?.notices).toContain('too_many')
})

test('removes only the line of that variant', () => {
  const rest = line(1, 8)
  expect(applyTwice([line(1, 7), rest], { kind: 'remove', line: line(1, 7) })).toEqual([rest])
  expect(applyTwice([line(1, 7), rest], { kind: 'save', line: line(1, 7) })).toEqual([rest])
  expect(applyTwice([rest], { kind: 'restore', line: line(1, 7) })).toEqual([rest, line(1, 7)])
})
