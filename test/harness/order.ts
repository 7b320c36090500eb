import { randomUUID } from 'node:crypto'
import { placeOrder } from '#contract/order.ts'
import type { Person } from './person.ts'

/** What somebody types into the checkout, who pays at the door. */
export const checkoutForm = {
  contact: { email: 'asha@example.com', phone: '+91 98765 43210' },
  shipping: { fullName: 'Asha Rao', line1: '4 Rose Lane', city: 'Pune', state: 'MH', pincode: '411001' },
  shippingMethod: 'standard',
  paymentMethod: 'cod',
}

/** Orders what is in the cart of somebody, or the items, under a new key. */
export const order = (who: Person, input: object = {}, key: string = randomUUID()) =>
  who.send(placeOrder, { ...checkoutForm, ...input }, { 'idempotency-key': key })
