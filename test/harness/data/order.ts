import { randomUUID } from 'node:crypto'
import { placeOrder } from '#contract/orders/order.ts'
import type { Client } from '../people/client.ts'

/** The checkout form for cash on delivery. */
export const checkoutForm = {
  contact: { email: 'asha@example.com', phone: '+91 98765 43210' },
  shipping: { fullName: 'Asha Rao', line1: '4 Rose Lane', city: 'Pune', state: 'MH', pincode: '411001' },
  shippingMethod: 'standard',
  paymentMethod: 'cod',
}

/** Orders the client's cart, or the items, under a new idempotency key. */
export const order = (who: Client, input: object = {}, key: string = randomUUID()) =>
  who.send(placeOrder, { ...checkoutForm, ...input }, { 'idempotency-key': key })
