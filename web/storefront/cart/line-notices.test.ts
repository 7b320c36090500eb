import { expect, test } from 'vitest'
import type { CartLine } from '#contract/cart/cart.ts'
import { lineNotices } from './line-notices.ts'

const shop = { currency: 'INR', locale: 'en-IN' }
const messages = (notices: CartLine['notices']) =>
  lineNotices({ notices, stock: 2, price_at_add_time: 499, productprice: 549.5 }, shop)

test.each<[CartLine['notices'], string[]]>([
  [[], []],
  [['sold_out'], ['Sold out. Not included in your total.']],
  [['too_many'], ['Only 2 left. Please reduce the quantity.']],
  [['price_up'], ['The price has changed from ₹499 to ₹549.50.']],
  [['gone', 'price_down'], ['No longer available. Not included in your total.']],
])('describes %j', (notices, expected) => {
  expect(messages(notices)).toEqual(expected)
})
