import { randomUUID } from 'node:crypto'
import { placeOrder } from '#contract/orders/order.ts'
import { createManualOrder } from '#contract/orders/manual-order.ts'
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

/** The form of an order that staff make, with cash on delivery. */
export const manualOrderForm = {
  contact: checkoutForm.contact,
  shipping: checkoutForm.shipping,
  shippingMethod: 'standard',
  payment: 'cod',
  state: 'placed',
}

/** Makes an order as staff, under a new idempotency key. */
export const manualOrder = (who: Client, input: object, key: string = randomUUID()) =>
  who.send(createManualOrder, { ...manualOrderForm, ...input }, { 'idempotency-key': key })
