import { expect, test } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import { noticesOf } from './notices.ts'

const shop = { currency: 'INR', locale: 'en-IN' }
const said = (notices: CartLine['notices']) =>
  noticesOf({ notices, stock: 2, price_at_add_time: 499, productprice: 549.5 }, shop)

test.each<[CartLine['notices'], string[]]>([
  [[], []],
  [['sold_out'], ['Sold out. It does not count towards your total.']],
  [['too_many'], ['Only 2 left. Please lower the quantity.']],
  [['price_up'], ['The price has changed from ₹499 to ₹549.50.']],
  [['gone', 'price_down'], ['No longer in the shop. It does not count towards your total.']],
])('%j is said in words', (notices, words) => {
  expect(said(notices)).toEqual(words)
})
