import { expect, it } from 'vitest'
import type { CartSummary } from '#contract/cart/cart.ts'
import { totalChanges } from './use-checkout-form.ts'

const shop = { currency: 'INR', locale: 'en-IN' }
const line = (variantid: number, productname: string, linetotal: number) => ({
  variantid,
  productname,
  linetotal,
  steps: [],
})
const summary = (lines: CartSummary['lines'], shipping: number): CartSummary => {
  const subtotal = lines.reduce((sum, { linetotal }) => sum + linetotal, 0)
  const rest = {
    discount: 0,
    coupon: 0,
    tax: 0,
    taxincluded: true,
    taxname: 'GST',
    cashfee: 0,
    shippingtax: 0,
    quantity: 1,
    freeshippingfrom: null,
  }
  return { ...rest, subtotal, shipping, total: subtotal + shipping, lines }
}

it('lists all changes by line', () => {
  const previous = summary([line(1, 'Mug', 500), line(2, 'Lamp', 900)], 0)
  const current = summary([line(1, 'Mug', 550), line(3, 'Vase', 100)], 99)
  expect(totalChanges(previous, current, shop)).toEqual([
    'Mug: ₹500.00 before, ₹550.00 now',
    'Vase: ₹100.00, new in your cart',
    'Lamp: no longer included',
    'Shipping: ₹0.00 before, ₹99.00 now',
    'Total: ₹1,400.00 before, ₹749.00 now',
  ])
})
