import { expect, test } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import type { ProductCard } from '#contract/product.ts'
import { changed, newLine, type CartChange } from './cart-change.ts'

const product = (productid: number) =>
  ({ productid, productname: `Mug ${productid}`, saleprice: 500, pictures: [] }) as unknown as ProductCard

const line = (productid: number, variantid: number, more: Partial<CartLine> = {}): CartLine => ({
  ...newLine(product(productid), undefined, 1),
  variantid,
  stock: 5,
  ...more,
})

const twice = (lines: CartLine[], change: CartChange) => changed(changed(lines, change), change)

test('an addition makes a line, once, whether or not the server has it already', () => {
  const added = newLine(product(1), undefined, 2)
  expect(twice([], { kind: 'add', line: added, key: 'a' })).toEqual([added])
  const known = [line(1, 7, { quantity: 4 })]
  expect(changed(known, { kind: 'add', line: added, key: 'a' })).toBe(known)
  expect(changed(known, { kind: 'add', line: line(1, 8), key: 'a' })).toHaveLength(2)
})

test('a quantity changes the price of the line and what is said about it', () => {
  const many = line(1, 7, { quantity: 9, notices: ['too_many', 'price_up'] })
  const other = line(1, 8)
  const [less, same] = twice([many, other], { kind: 'set', line: many, quantity: 5 })
  expect(less).toMatchObject({ quantity: 5, linetotal: 2500, notices: ['price_up'] })
  expect(same).toBe(other)
  expect(changed([many], { kind: 'set', line: many, quantity: 6 })[0]?.notices).toContain('too_many')
})

test('what is removed is gone, of the same variant alone', () => {
  const rest = line(1, 8)
  expect(twice([line(1, 7), rest], { kind: 'remove', line: line(1, 7) })).toEqual([rest])
})
