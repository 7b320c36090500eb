import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { day, flag, listing, moment, text, version } from '../fields.ts'
import { orderRevision, settlement } from './edit-order.ts'
import { orderHold } from './hold.ts'
import { orderEmailKinds } from './order-emails.ts'
import { orderFilter, orderSource } from './order-filter.ts'
import {
  bulkOrders,
  endOrderInput,
  fulfilInput,
  getOrderNumbers,
  MAX_SELECTED_ORDERS,
  orderActions,
} from './order-actions.ts'
import { getOrderTags } from './order-tags.ts'
import { creditNote, orderAuthorization, orderPayment, orderRefund } from './payment/order-money.ts'
import { trackingFields } from './shipment.ts'
import {
  contact,
  orderAddress,
  orderEvent,
  orderHead,
  orderLine,
  orderStatuses,
  orderView,
  sellerGaps,
  whichOrder,
} from './order.ts'
import { orderTotals } from './order-totals.ts'

/** The order lists of the dashboard: to be sent, delivered, and ended without a sale. */
export const orderGroups = {
  pending: ['pending', 'confirmed'],
  completed: ['delivered'],
  cancelled: ['cancelled', 'refunded', 'returned'],
} as const satisfies Record<string, readonly (typeof orderStatuses)[number][]>
export type OrderGroup = keyof typeof orderGroups

export const adminOrderSorts = ['newest', 'oldest', 'total', 'total_desc', 'risk'] as const
export type AdminOrderSort = (typeof adminOrderSorts)[number]

const cashReasons = z
  .array(z.string())
  .describe('why a cash order may come back or not, in words, the weightiest first')

/** A row of the order table. */
export const adminOrderRow = orderHead.extend({
  id: z.number().int(),
  customer: z.string().describe('the name on the delivery address'),
  email: z.string(),
  paymentMethod: z.string(),
  paymentName: z.string(),
  isPaid: z.boolean().describe('paid in full and not refunded'),
  productnames: z.array(z.string()).describe('of the first three lines'),
  linecount: z.number().int(),
  isOnHold: z.boolean().describe('its buyer has withdrawn; it does not ship'),
  source: orderSource,
  cashReasons,
  tags: z.array(z.string()).describe('sorted; only staff see them'),
})
export type AdminOrderRow = z.infer<typeof adminOrderRow>

export const getAdminOrders = endpoint({
  method: 'GET',
  path: 'admin/orders',
  audience: 'staff:orders',
  summary: 'Lists orders; `q` matches number, name, email address, phone and product',
  input: z.strictObject({ ...listing, ...orderFilter, sort: z.enum(adminOrderSorts).default('newest') }),
  answer: z.object({
    data: z.array(adminOrderRow),
    total: z.number().int().describe(`a search counts up to ${MAX_SELECTED_ORDERS}`),
    hasMore: z.boolean().describe('the search matches more orders than `total`'),
    reachable: z.number().int().describe('how many of them have a page: the first ones in the sort order'),
    methods: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('all payment methods, for the filter'),
  }),
})
export type AdminOrderFilter = Omit<z.output<typeof getAdminOrders.input>, 'page' | 'limit' | 'sort'>

const neighbour = z.object({ number: z.string(), serial: z.string() }).nullable()

export const adminOrder = orderView.extend({
  id: z.number().int(),
  cashReasons,
  version,
  customer: z.object({ id: z.number().int(), fullName: z.string() }).nullable().describe('null: a guest'),
  customerPage: z.number().int().nullable().describe('id of the customer, also of a guest'),
  source: orderSource,
  tags: z.array(z.string()).describe('sorted; only staff see them'),
  events: z
    .array(orderEvent.extend({ isPublic: z.boolean().describe('visible to the customer') }))
    .describe('oldest first'),
  lines: z.array(
    orderLine.extend({
      position: z.number().int().describe('of the line in the order, from 0'),
      lefttoship: z.number().int().describe('units neither shipped nor refunded'),
      waitingforstock: z.number().int().describe('of them, units that are not in stock yet'),
      shelf: z.string().nullable().describe('where the variant lies in the stock room'),
      barcode: z.string().nullable().describe('GTIN of the variant'),
    }),
  ),
  older: neighbour.describe('the order placed before it, among those of its group'),
  newer: neighbour.describe('the order placed after it, among those of its group'),
  hold: orderHold.nullable().describe('why it must not ship; null: it may'),
  expectedOn: day.nullable().describe('when the latest shipment should arrive; null: no day is promised'),
  estimatedOn: day.nullable().describe('when a package that ships now should arrive; null: unknown'),
  payUntil: moment.nullable(),
  hasInvoice: z.boolean(),
  sellerGaps: z.array(z.enum(sellerGaps)).describe('details of the shop that the invoice still needs'),
  invoiceNumber: z.string().nullable().describe('null until it is issued'),
  creditNotes: z.array(creditNote).describe('what the invoice no longer charges, oldest first'),
  authorization: orderAuthorization.nullable(),
  payments: z.array(orderPayment).describe('oldest first'),
  refunds: z.array(orderRefund).describe('oldest first'),
  revisions: z.array(orderRevision).describe('the edits of the order, oldest first'),
  customerLink: z.string().nullable().describe('opens the order; null if the customer gets it by email'),
  proFormaUrl: z
    .string()
    .nullable()
    .describe('opens the pro forma invoice for the customer; null: it is paid, invoiced or cancelled'),
  paymentUrl: z.string().nullable().describe('where the customer pays; null if no payment is awaited'),
  can: z.array(z.enum(orderActions)).describe('what staff can do with it now'),
  emails: z.array(z.enum(orderEmailKinds)).describe('the emails that staff can send again'),
})
export type AdminOrder = z.infer<typeof adminOrder>

const which = { number: whichOrder.number }
const done = z.object({ data: z.object({ status: z.enum(orderStatuses) }) })

export const getAdminOrder = endpoint({
  method: 'GET',
  path: 'admin/orders/:number',
  audience: 'staff:orders',
  summary: 'Reads an order with its payments, refunds and timeline',
  input: z.strictObject(which),
  answer: z.object({ data: adminOrder }),
})

export const getOrderInvoice = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/invoice',
  audience: 'staff:orders',
  summary: 'Answers the invoice of a confirmed order as PDF',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const getPackingSlip = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/packing-slip',
  audience: 'staff:orders',
  summary: 'Answers the packing slip as PDF: the items without prices',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const correctOrderInput = z.strictObject({
  ...which,
  shippingAddress: orderAddress.optional(),
  billingAddress: orderAddress.optional(),
  phone: contact.shape.phone.optional(),
  carrier: trackingFields.carrier.optional(),
  tracking: trackingFields.tracking.optional(),
  trackingUrl: trackingFields.trackingUrl.optional(),
  expectedOn: trackingFields.expectedOn.optional(),
  version: version.optional(),
  preview: flag.default(false).describe('true: computes the new totals and changes nothing'),
})

export const correctOrder = endpoint({
  method: 'PATCH',
  path: 'admin/orders/:number',
  audience: 'staff:orders',
  summary:
    'Corrects the addresses before shipping, or the tracking afterwards. Delivery and tax follow the address; what a paid order costs more is paid by link, and what it costs less is refunded',
  input: correctOrderInput,
  answer: z.object({
    data: settlement
      .extend({ before: orderTotals, after: orderTotals })
      .nullable()
      .describe('what the address changes; null: neither delivery nor tax'),
  }),
})

export const confirmOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/confirm',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Confirms an order whose bank transfer has arrived',
  input: z.strictObject(which),
  answer: done,
})

export const fulfilOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/fulfil',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Ships all that is left of an order; the customer gets an email with the tracking',
  input: fulfilInput,
  answer: done,
})

export const readyOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/ready',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Tells the customer that the order can be picked up at the shop',
  input: z.strictObject(which),
  answer: done,
})

export const deliverOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/deliver',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Marks an order as delivered or picked up, and cash on delivery as paid',
  input: z.strictObject(which),
  answer: done,
})

export const cancelOrderAsStaff = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/cancel',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Cancels an order before shipping',
  input: endOrderInput,
  answer: done,
})

export const returnOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/return',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Marks an order as returned',
  input: endOrderInput,
  answer: done,
})

export const orderNoteInput = z.strictObject({
  ...which,
  text: text(2000).trim().min(1, 'Enter a note'),
  isPublic: flag.default(false).describe('visible to the customer, who also gets an email'),
})

export const addOrderNote = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/note',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Adds an internal note or a message to the customer',
  input: orderNoteInput,
  answer: z.object({}),
})

export const resendInput = z.strictObject({ ...which, kind: z.enum(orderEmailKinds) })

export const resendOrderEmail = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/resend',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Sends an order email again, with the order as it is now',
  input: resendInput,
  answer: z.object({}),
})

export const adminOrderEndpoints = [
  getAdminOrders,
  getOrderNumbers,
  getOrderTags,
  getAdminOrder,
  getOrderInvoice,
  getPackingSlip,
  correctOrder,
  confirmOrder,
  fulfilOrder,
  readyOrder,
  deliverOrder,
  cancelOrderAsStaff,
  returnOrder,
  addOrderNote,
  resendOrderEmail,
  bulkOrders,
] as const
