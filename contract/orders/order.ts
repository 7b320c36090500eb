import { z } from 'zod'
import { addressFields, checkPlace, tidyPlace, phone } from './address/address.ts'
import { email } from '../identity/auth.ts'
import { orderCreditInput, paidByCredit } from '../credit/checkout-credit.ts'
import { trackingEvent } from './tracking.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { day, id, limit, moment, page, image, quantity, text, totalAmount } from '../fields.ts'
import { deliveryRange } from './delivery/delivery.ts'
import { isGstin, MAX_TAX_ID_LENGTH } from '../tax/gstin.ts'
import { orderTotals, priceStep } from './order-totals.ts'
import { orderDepositInput } from './cash/deposit.ts'
import { creditNote } from './payment/order-money.ts'

/** The tax number of a company as typed: a VAT number, a GSTIN, or that of a country that the shop does not know. */
export const taxIdText = text(MAX_TAX_ID_LENGTH).trim().toUpperCase()

/** pending: awaits payment, or the confirmation of a cash order. confirmed: paid, or cash on delivery. The other names say what they mean. */
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

/** A delivery or billing address. A state may be sent as its code or its name; the code is stored. */
export const orderAddress = z
  .strictObject({
    ...addressFields,
    company: text(200).trim().default('').describe('for the invoice'),
    taxId: taxIdText.default('').describe('of the company; in India its GSTIN'),
    keepstate: z
      .boolean()
      .default(false)
      .describe('the state is right although the PIN code is that of another state of India'),
  })
  .refine(({ country, taxId }) => country !== 'IN' || taxId === '' || isGstin(taxId), {
    path: ['taxId'],
    error: 'Enter a GSTIN like 27AAPFU0939F1ZV',
  })
  .check(checkPlace)
  .transform(tidyPlace)
type PlacedAddress = z.output<typeof orderAddress>
/** An address of an order. One that was stored elsewhere, such as by an import, may lack the company. */
export type OrderAddress = Omit<PlacedAddress, 'company' | 'taxId' | 'keepstate'> & {
  company?: string
  taxId?: string
}

export const contact = z.strictObject({ email, phone })
/** The items of "Buy now", which skips the cart. */
export const wantedItems = z
  .array(z.strictObject({ productid: id, variantid: id.optional(), quantity: quantity.default(1) }))
  .min(1, 'Add at least one item')
  .max(100, 'Up to 100 different items')

/** The delivery method of an order that the customer picks up at the shop. Staff choose it. */
export const PICK_UP = 'pick_up'

/** The id of a delivery or payment method. */
export const methodId = text(40)
  .trim()
  .regex(/^[a-z_]+$/, 'Unknown method')

export const couponCode = text(40).trim()

export const orderLine = z.object({
  lineId: z.number().int().describe('of the line in its order, from 1'),
  productid: z.number().int(),
  variantid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  sku: z.string(),
  image: image.nullable().describe('the current image of the product; null if there is none'),
  quantity: z.number().int(),
  productprice: z.number().describe('major units, per unit, after the offer'),
  steps: z.array(priceStep).describe('the calculation of linetotal'),
  linetotal: z.number().describe('major units'),
  refundedquantity: z.number().int(),
  shippedquantity: z.number().int(),
})
export type OrderLine = z.infer<typeof orderLine>

export const orderEvent = z.object({
  id: z.number().int(),
  at: moment,
  kind: z.string().describe('placed, paid, confirmed, shipped, note …'),
  text: z.string().describe('for people'),
  who: z.string(),
})
export type OrderEvent = z.infer<typeof orderEvent>

const address = z.object({
  company: z.string(),
  taxId: z.string(),
  fullName: z.string(),
  line1: z.string(),
  line2: z.string(),
  city: z.string(),
  state: z.string(),
  pincode: z.string(),
  country: z.string(),
  lines: z.array(z.string()).describe('below the name and the company, as on a label'),
})

/** The fields of an order in every list. */
export const orderHead = z.object({
  number: z.string().describe('opaque, for links'),
  serial: z.string().describe('for people, such as 2026-000123'),
  status: z.enum(orderStatuses),
  placedAt: moment,
  currency: z.string(),
  total: z.number().describe('major units'),
  quantity: z.number().int().describe('units of all lines'),
  isPartlyShipped: z.boolean().describe('some units are on their way, others not yet'),
  isToConfirm: z.boolean().describe('a cash order that its customer has not confirmed yet'),
})

const shipment = z.object({
  id: z.number().int(),
  state: z.enum(['shipped', 'delivered']),
  carrier: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  expectedOn: day.nullable(),
  expectedText: z.string().describe('Tuesday, 3 March; empty: no day is promised'),
  shippedAt: moment,
  deliveredAt: moment.nullable(),
  lines: z.array(z.object({ lineId: z.number().int(), productname: z.string(), quantity: z.number().int() })),
  events: z.array(trackingEvent).describe('what its carrier reports, newest first'),
})
export type OrderShipment = z.infer<typeof shipment>

/** The fields of an order that both the shopper and staff see. */
export const orderView = orderHead.extend({
  ...orderTotals.shape,
  paid: z.number().describe('major units'),
  refunded: z.number().describe('major units'),
  due: z.number().describe('major units that are left to pay; 0 if the order has ended'),
  deposit: z.number().describe('major units that a cash order needs before it counts; 0: none'),
  credits: paidByCredit,
  email: z.string(),
  phone: z.string(),
  shippingAddress: address,
  billingAddress: address,
  shippingName: z.string(),
  isPickUp: z.boolean().describe('picked up at the shop, which is its delivery address'),
  readyAt: moment.nullable().describe('since when it waits at the shop to be picked up'),
  delivery: deliveryRange.nullable().describe('as promised with the order'),
  paymentMethod: z.string(),
  paymentName: z.string(),
  couponCode: z.string().nullable(),
  discountReason: z.string().describe('why staff gave the discount in `coupon`; empty: it is a coupon’s'),
  note: z.string().describe('from the customer'),
  carrier: z.string().describe('of the latest shipment'),
  tracking: z.string().describe('number of the latest shipment'),
  trackingUrl: z.string().describe('of the latest shipment'),
  shipments: z.array(shipment).describe('oldest first'),
  lines: z.array(orderLine),
  events: z.array(orderEvent).describe('oldest first'),
})

export const shopperOrder = orderView.extend({
  isOfAccount: z.boolean().describe('the caller’s account opens it without an access token'),
  progress: z
    .array(z.object({ name: z.string(), at: moment.nullable().describe('null: still ahead') }))
    .describe('the steps of the order in their order'),
  canCreateAccount: z.boolean().describe('it was placed without an account, and the caller has none'),
  canCancel: z.boolean(),
  canPay: z.boolean().describe('awaits an online payment; `pay` answers where'),
  paymentUrl: z.string().nullable().describe('the payment page, if it is already open'),
  paymentText: z.string().describe('payment instructions, such as bank details; else empty'),
  upi: z
    .object({
      upiId: z.string(),
      link: z.string().describe('opens a UPI app with payee, amount and note filled in'),
      qrCode: z
        .object({ size: z.number().int(), path: z.string() })
        .describe('the link as the path of an SVG with sides of `size`'),
    })
    .nullable()
    .describe('how to pay by UPI what is due'),
  confirmation: z
    .enum(['none', 'by_email', 'here'])
    .describe('a cash order waits for it: by the link in the email, or here, behind that link'),
  payUntil: moment.nullable().describe('until when it waits for its payment or confirmation'),
  hasInvoice: z.boolean(),
  creditNotes: z.array(creditNote).describe('what the invoice no longer charges, oldest first'),
  invoiceFollows: z
    .boolean()
    .describe('the shop has to complete its details before it can issue the invoice'),
  isEmailed: z.boolean().describe('whether the shop sends emails about it'),
})
export type ShopperOrder = z.infer<typeof shopperOrder>

const placed = z.object({
  number: z.string(),
  serial: z.string().describe('for people, such as 2026-000123'),
  status: z.enum(orderStatuses),
  total: z.number().describe('major units'),
  currency: z.string(),
  accessToken: z
    .string()
    .describe(
      'opens the order without a login; empty if a caller without a cookie repeats a call: the email has the link',
    ),
  paymentUrl: z.string().nullable().describe('the payment page to open next; null if there is none'),
})
export type PlacedOrder = z.infer<typeof placed>

export const placeOrder = endpoint({
  method: 'POST',
  path: 'orders',
  audience: 'visitor',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Places an order for the cart or the items; requires an Idempotency-Key',
  input: z.strictObject({
    contact,
    shipping: orderAddress,
    billing: orderAddress.nullish().describe('absent: the same as shipping'),
    shippingMethod: methodId,
    paymentMethod: methodId,
    coupon: couponCode.nullish(),
    note: text(1000).trim().nullish(),
    items: wantedItems.optional(),
    byWallet: z
      .boolean()
      .optional()
      .describe('a wallet of the browser pays: no payment page opens, see orders/:number/wallet-payment'),
    ...orderCreditInput,
    ...orderDepositInput,
    expectedTotal: totalAmount.nullish().describe('major units; any other total answers 409 total_changed'),
    session: text(64)
      .nullish()
      .describe('the checkout of an agent that its buyer completes here; one order ends it'),
  }),
  answer: z.object({ data: placed }),
})

const accessToken = text(100).optional().describe('of an order placed without an account')
const number = text(20)
  .trim()
  .transform((value) => value.toUpperCase())
export const whichOrder = { number, accessToken }

export const getOrders = endpoint({
  method: 'GET',
  path: 'orders',
  audience: 'customer',
  summary: "Lists the caller's orders, newest first",
  input: z.strictObject({ page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(
      orderHead.extend({
        productnames: z.array(z.string()),
        images: z.array(image),
      }),
    ),
    total: z.number().int(),
  }),
})

export const getOrder = endpoint({
  method: 'GET',
  path: 'orders/:number',
  audience: 'visitor',
  summary: "Reads one of the caller's orders, or the one of the access token",
  input: z.strictObject(whichOrder),
  answer: z.object({ data: shopperOrder }),
})

export const getInvoice = endpoint({
  method: 'GET',
  path: 'orders/:number/invoice',
  audience: 'visitor',
  summary: 'Answers the invoice of a confirmed order as PDF',
  input: z.strictObject(whichOrder),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/cancel',
  audience: 'visitor',
  summary: 'Cancels an order before shipping and refunds what was paid',
  input: z.strictObject({ ...whichOrder, reason: text(500).trim().optional() }),
  answer: z.object({ data: z.object({ status: z.enum(orderStatuses) }) }),
})

export const orderEndpoints = [placeOrder, getOrders, getOrder, getInvoice, cancelOrder] as const

/** Details of the shop without which no invoice is issued. */
export const sellerGaps = ['address', 'gstin'] as const
export type SellerGap = (typeof sellerGaps)[number]
