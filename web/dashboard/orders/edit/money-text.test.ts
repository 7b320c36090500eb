import { expect, test } from 'vitest'
import { moneyText } from './money-text.ts'

const format = { currency: 'INR', locale: 'en-IN' }
const nothing = { due: 0, refund: 0, refundTo: [], paymentMethods: [], after: { total: 900 } }
const paid = { status: 'confirmed', paymentMethod: 'stripe', isPickUp: false, due: 0 } as const
const cash = { ...paid, paymentMethod: 'cod' }
const card = { name: 'Card', amount: 300, isManual: false }
const link = [{ id: 'stripe', name: 'Card' }]

test.each([
  [paid, { due: 450, paymentMethods: link }, 'The customer pays ₹450 more by link.'],
  [{ ...paid, due: 100 }, { due: 450, paymentMethods: link }, 'The customer pays ₹450 in all by link.'],
  [paid, { due: 450, paymentMethods: [{ id: 'manual', name: '' }] }, 'You collect ₹450 from the customer.'],
  [paid, { refund: 300, refundTo: [card] }, '₹300 goes back (Card).'],
  [
    paid,
    { refund: 400, refundTo: [{ name: 'Bank transfer', amount: 100, isManual: true }, card] },
    'You send ₹100 back (Bank transfer). ₹300 goes back (Card).',
  ],
  [paid, {}, 'Nothing is left to pay or to refund.'],
  [cash, { due: 900 }, 'The courier collects ₹900.'],
  [{ ...cash, isPickUp: true }, { due: 900 }, 'The customer pays ₹900 at pick-up.'],
  [cash, {}, 'Nothing is left to pay or to refund.'],
  [{ ...paid, status: 'pending' as const }, { due: 900 }, 'The customer pays ₹900 by link.'],
])('%o with %o: %s', (order, change, text) => {
  expect(moneyText(order, { ...nothing, ...change }, format)).toBe(text)
})
