import { expect, it } from 'vitest'
import type { Checkout } from '#contract/orders/checkout.ts'
import { canPayByWallet, knownFields, sheetContent, walletOrder } from './express-order.ts'

const method = (id: string, price: number) => ({
  id,
  name: id,
  price,
  days: { from: 1, to: 2 },
  arrival: { from: '2026-11-30', to: '2026-12-01', text: 'Mon, 30 Nov' },
})

const quote = (change: Partial<Checkout> = {}) =>
  ({
    lines: [{ notices: [] }],
    summary: { lines: [{ productname: 'Mug', linetotal: 400 }], shipping: 50, total: 450 },
    shippingMethod: 'express',
    shippingMethods: [method('standard', 0), method('express', 50)],
    wallet: { amount: 45_000, unit: 100, isLater: false },
    credit: { covers: 0 },
    ...change,
  }) as Checkout

it('the sheet shows lines and delivery in the units of Stripe, the chosen delivery first', () => {
  expect(sheetContent(quote())).toMatchObject({
    lineItems: [{ name: 'Mug', amount: 40_000 }],
    shippingRates: [
      { id: 'express', amount: 5000, deliveryEstimate: 'Mon, 30 Nov' },
      { id: 'standard', amount: 0 },
    ],
  })
})

it('the sheet names tax that is added, and no lines if they are more than the amount', () => {
  const taxed = quote({ wallet: { amount: 49_000, unit: 100, isLater: false } })
  expect(sheetContent(taxed).lineItems).toContainEqual({ name: 'Tax', amount: 4000 })
  const less = quote({ wallet: { amount: 44_000, unit: 100, isLater: false } })
  expect(sheetContent(less).lineItems).toEqual([])
})

it('a wallet pays neither beside a gift card nor for lines with a notice', () => {
  expect(canPayByWallet(quote())).toBe(true)
  expect(canPayByWallet(quote({ wallet: null }))).toBe(false)
  const credit = { covers: 1 } as Checkout['credit']
  expect(canPayByWallet(quote({ credit }))).toBe(false)
  const lines = [{ notices: ['price_up'] }] as Checkout['lines']
  expect(canPayByWallet(quote({ lines }))).toBe(false)
})

it('the order has what the wallet gave, empty where it gave nothing, and the checkout continues with it', () => {
  const order = walletOrder(
    {
      billingDetails: { name: 'Asha Rao', email: 'asha@example.com' },
      shippingAddress: { name: '', address: { line1: '4 Rose Lane', state: null, country: 'IN' } },
      paymentFailed: () => {},
    },
    { query: {}, order: { coupon: 'TEN', expectedTotal: 1 } },
    quote(),
  )
  expect(order).toEqual({
    contact: { email: 'asha@example.com', phone: '' },
    shipping: {
      fullName: 'Asha Rao',
      line1: '4 Rose Lane',
      line2: '',
      city: '',
      state: '',
      pincode: '',
      country: 'IN',
    },
    shippingMethod: 'express',
    paymentMethod: 'stripe',
    byWallet: true,
    coupon: 'TEN',
    expectedTotal: 450,
  })
  expect(knownFields(order)).toEqual({
    'contact.email': 'asha@example.com',
    'shipping.fullName': 'Asha Rao',
    'shipping.line1': '4 Rose Lane',
    'shipping.country': 'IN',
    addressId: 'new',
    shippingMethod: 'express',
  })
})
