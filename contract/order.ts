import { z } from 'zod'
import { addressFields, fullLine, hasPinCode, noPinCode, phone } from './address.ts'
import { email } from './auth.ts'
import { endpoint, fileAnswer } from './endpoint.ts'
import { amount, id, limit, moment, page, picture, quantity, text } from './fields.ts'
import { stateCode } from './india.ts'

/** pending: waits for payment; confirmed: paid, or to be paid at the door; the others as their names say. */
export const orderStatuses = [
  'pending',
  'confirmed',
  'shipped',
  'delivered',
  'cancelled',
  'refunded',
  'returned',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Where an order goes, or who pays. A state of India may be sent as its code or its name, and is kept as its code. */
export const orderAddress = z
  .strictObject({ ...addressFields, state: fullLine('Please choose the state') })
  .refine(hasPinCode, noPinCode)
  .refine(({ country, state }) => country !== 'IN' || stateCode(state) !== undefined, {
    path: ['state'],
    error: 'Please choose a state of India',
  })
  .transform((address) => ({
    ...address,
    state: address.country === 'IN' ? (stateCode(address.state) ?? address.state) : address.state,
  }))
export type OrderAddress = z.output<typeof orderAddress>

export const contact = z.strictObject({ email, phone })

/** What somebody wants to buy at once, past the cart. */
export const wantedItems = z
  .array(z.strictObject({ productid: id, variantid: id.optional(), quantity: quantity.default(1) }))
  .min(1, 'Say what is ordered')
  .max(100, 'At most 100 different things')

const choice = text(40)
  .trim()
  .regex(/^[a-z_]+$/, 'There is no such method')

export const couponCode = text(40).trim()

/** One step of a computation, in words; its amount in major units is added, unless it is contained in the others. */
export const priceStep = z.object({ text: z.string(), amount: z.number(), contained: z.boolean() })
export type PriceStep = z.infer<typeof priceStep>

/** Major units: total = subtotal - discount - coupon + shipping, and + tax where prices do not include it. */
export const orderTotals = z.object({
  subtotal: z.number().describe('before offers'),
  discount: z.number().describe('by offers'),
  coupon: z.number().describe('by a coupon'),
  shipping: z.number(),
  tax: z.number().describe('contained in the prices or, where taxincluded is false, added to them'),
  taxincluded: z.boolean(),
  total: z.number(),
})
export type OrderTotals = z.infer<typeof orderTotals>

export const orderLine = z.object({
  productid: z.number().int(),
  variantid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  sku: z.string(),
  picture: picture.nullable().describe('what the product shows now; null where it is gone'),
  quantity: z.number().int(),
  productprice: z.number().describe('major units, of one piece after the offer'),
  steps: z.array(priceStep).describe('how the total of the line came about'),
  linetotal: z.number().describe('major units'),
  refundedquantity: z.number().int(),
})
export type OrderLine = z.infer<typeof orderLine>

export const orderEvent = z.object({
  id: z.number().int(),
  at: moment,
  kind: z.string().describe('placed, paid, confirmed, shipped, note …'),
  text: z.string().describe('in words'),
  who: z.string(),
})
export type OrderEvent = z.infer<typeof orderEvent>

export const address = z.object({
  fullName: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
})

/** What an order is in every list of it. */
export const orderHead = z.object({
  number: z.string(),
  status: z.enum(orderStatuses),
  placedAt: moment,
  currency: z.string(),
  total: z.number().describe('major units'),
  pieces: z.number().int(),
})

/** What shopper and staff see of an order alike. */
export const orderView = orderHead.extend({
  ...orderTotals.shape,
  paid: z.number().describe('major units'),
  refunded: z.number().describe('major units'),
  email: z.string(),
  phone: z.string(),
  shippingAddress: address,
  billingAddress: address,
  shippingName: z.string(),
  delivery: z.object({ from: moment, to: moment }).nullable().describe('the days that were promised'),
  paymentMethod: z.string(),
  paymentName: z.string(),
  couponCode: z.string().nullable(),
  note: z.string().describe('by the customer'),
  carrier: z.string(),
  tracking: z.string(),
  trackingUrl: z.string(),
  lines: z.array(orderLine),
  events: z.array(orderEvent).describe('the oldest first'),
})

export const shopperOrder = orderView.extend({
  canCancel: z.boolean(),
  canPay: z.boolean().describe('whether it waits to be paid online: `pay` tells where'),
  paymentUrl: z.string().nullable().describe('where to pay, if the page is open already'),
  paymentText: z.string().describe('how to pay, where the shop says so; else empty'),
  payUntil: moment.nullable(),
  hasInvoice: z.boolean(),
  isMailed: z.boolean().describe('whether the shop sends mail about it'),
})
export type ShopperOrder = z.infer<typeof shopperOrder>

const placed = z.object({
  number: z.string(),
  status: z.enum(orderStatuses),
  total: z.number().describe('major units'),
  currency: z.string(),
  accessToken: z.string().describe('opens the order for who is not signed in'),
  paymentUrl: z.string().nullable().describe('where the shopper must go on to, if anywhere'),
})
export type PlacedOrder = z.infer<typeof placed>

export const placeOrder = endpoint({
  method: 'POST',
  path: 'orders',
  audience: 'visitor',
  created: true,
  summary: 'Orders what is in the cart, or the items; needs an Idempotency-Key',
  input: z.strictObject({
    contact,
    shipping: orderAddress,
    billing: orderAddress.nullish().describe('absent where it is the same'),
    shippingMethod: choice,
    paymentMethod: choice,
    coupon: couponCode.nullish(),
    note: text(1000).trim().nullish(),
    items: wantedItems.optional(),
    expectedTotal: amount.nullish().describe('major units; another total is refused with 409 total_changed'),
  }),
  answer: z.object({ data: placed }),
})

const accessToken = text(100).optional().describe('of an order that was placed without an account')
const number = text(20)
  .trim()
  .transform((value) => value.toUpperCase())
export const whichOrder = { number, accessToken }

export const getOrders = endpoint({
  method: 'GET',
  path: 'orders',
  audience: 'customer',
  summary: "The caller's orders, the newest first",
  input: z.strictObject({ page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(orderHead.extend({ productnames: z.array(z.string()), pictures: z.array(picture) })),
    total: z.number().int(),
  }),
})

export const getOrder = endpoint({
  method: 'GET',
  path: 'orders/:number',
  audience: 'visitor',
  summary: "One of the caller's orders, or the one that the access token opens",
  input: z.strictObject(whichOrder),
  answer: z.object({ data: shopperOrder }),
})

export const getInvoice = endpoint({
  method: 'GET',
  path: 'orders/:number/invoice',
  audience: 'visitor',
  summary: 'The invoice of an order, once it is confirmed',
  input: z.strictObject(whichOrder),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/cancel',
  audience: 'visitor',
  summary: 'Cancels an order that is not shipped yet; what was paid is paid back',
  input: z.strictObject({ ...whichOrder, reason: text(500).trim().optional() }),
  answer: z.object({ data: z.object({ status: z.enum(orderStatuses) }) }),
})

export const orderEndpoints = [placeOrder, getOrders, getOrder, getInvoice, cancelOrder]
