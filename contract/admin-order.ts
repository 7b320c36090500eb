import { z } from 'zod'
import { endpoint, fileAnswer, type Endpoint } from './endpoint.ts'
import { day, flag, id, listing, moment, text, version } from './fields.ts'
import { orderPayment, orderRefund } from './order-money.ts'
import {
  contact,
  orderAddress,
  orderEvent,
  orderHead,
  orderLine,
  orderStatuses,
  orderView,
  whichOrder,
} from './order.ts'

/** How the dashboard gathers orders: still to be sent, arrived, and what came to nothing. */
export const orderGroups = {
  pending: ['pending', 'confirmed'],
  completed: ['delivered'],
  cancelled: ['cancelled', 'refunded', 'returned'],
} as const satisfies Record<string, readonly (typeof orderStatuses)[number][]>
export type OrderGroup = keyof typeof orderGroups

export const adminOrderSorts = ['newest', 'oldest', 'total', 'total_desc'] as const
export type AdminOrderSort = (typeof adminOrderSorts)[number]

/** An order as the table shows it. */
export const adminOrderRow = orderHead.extend({
  id: z.number().int(),
  customer: z.string().describe('the name it goes to'),
  email: z.string(),
  paymentMethod: z.string(),
  paymentName: z.string(),
  isPaid: z.boolean().describe('in full, and not paid back'),
  productnames: z.array(z.string()).describe('of the first three lines'),
  linecount: z.number().int(),
})
export type AdminOrderRow = z.infer<typeof adminOrderRow>

/** refund: money that could not be paid back; payment: cancelled, and nobody knows whether it was paid. */
export const orderTroubles = ['refund', 'payment'] as const

const method = z.object({ id: z.string(), name: z.string() })

const filter = {
  group: z.enum(['pending', 'completed', 'cancelled']).optional().describe('several states together'),
  status: z.enum(orderStatuses).optional(),
  payment: text(40).optional().describe('id of a way to pay'),
  customer: id.optional().describe('id of the account that has ordered'),
  coupon: id.optional().describe('id of the coupon that was used'),
  trouble: z.enum(orderTroubles).optional().describe('what somebody of the shop has to settle'),
  from: day.optional(),
  to: day.optional(),
}

export const getAdminOrders = endpoint({
  method: 'GET',
  path: 'admin/orders',
  audience: 'staff:orders',
  summary: 'The orders, found by number, name, e-mail address, phone or product',
  input: z.strictObject({ ...listing, ...filter, sort: z.enum(adminOrderSorts).default('newest') }),
  answer: z.object({
    data: z.array(adminOrderRow),
    total: z.number().int(),
    methods: z.array(method).describe('the ways to pay that there are'),
  }),
})
export type AdminOrderFilter = Omit<z.output<typeof getAdminOrders.input>, 'page' | 'limit' | 'sort'>

/** What staff can do with an order; `restock`: pieces that are paid back can go on sale again. */
export const orderActions = [
  'confirm',
  'fulfil',
  'deliver',
  'cancel',
  'return',
  'refund',
  'restock',
  'correct',
  'track',
] as const
export type OrderAction = (typeof orderActions)[number]

/** The mails about an order that can be sent again. */
export const orderMailKinds = [
  'received',
  'confirmed',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
  'refunded',
] as const
export type ResentMailKind = (typeof orderMailKinds)[number]

export const adminOrder = orderView.extend({
  id: z.number().int(),
  version,
  customer: z.object({ id: z.number().int(), fullName: z.string() }).nullable().describe('null: a guest'),
  events: z
    .array(orderEvent.extend({ isPublic: z.boolean().describe('whether the customer sees it') }))
    .describe('the oldest first'),
  lines: z.array(orderLine.extend({ position: z.number().int().describe('of the line, from 0') })),
  payUntil: moment.nullable(),
  hasInvoice: z.boolean(),
  invoiceNumber: z.string().nullable().describe('null until it is issued'),
  payments: z.array(orderPayment).describe('the oldest first'),
  refunds: z.array(orderRefund).describe('the oldest first'),
  can: z.array(z.enum(orderActions)).describe('what is open to it now'),
  mails: z.array(z.enum(orderMailKinds)).describe('those that can be sent again'),
})
export type AdminOrder = z.infer<typeof adminOrder>

const { number } = whichOrder
const which = { number }
const done = z.object({ data: z.object({ status: z.enum(orderStatuses) }) })
const trackingUrl = text(500)
  .trim()
  .regex(/^$|^https?:\/\/[^\s]+$/i, 'A link begins with https://')
const parcel = { carrier: text(100).trim(), tracking: text(100).trim(), trackingUrl }

export const getAdminOrder = endpoint({
  method: 'GET',
  path: 'admin/orders/:number',
  audience: 'staff:orders',
  summary: 'One order with its payments, refunds and all that happened to it',
  input: z.strictObject(which),
  answer: z.object({ data: adminOrder }),
})

export const getOrderInvoice = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/invoice',
  audience: 'staff:orders',
  summary: 'The invoice of an order, once it is confirmed',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const getPackingSlip = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/packing-slip',
  audience: 'staff:orders',
  summary: 'What belongs into the parcel, without prices, to print',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const correctOrderInput = z.strictObject({
  ...which,
  shippingAddress: orderAddress.optional(),
  billingAddress: orderAddress.optional(),
  phone: contact.shape.phone.optional(),
  carrier: parcel.carrier.optional(),
  tracking: parcel.tracking.optional(),
  trackingUrl: parcel.trackingUrl.optional(),
  version: version.optional(),
})

export const correctOrder = endpoint({
  method: 'PATCH',
  path: 'admin/orders/:number',
  audience: 'staff:orders',
  summary: 'Corrects the addresses before it is shipped, or how the parcel is found afterwards',
  input: correctOrderInput,
  answer: z.object({}),
})

export const confirmOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/confirm',
  audience: 'staff:orders',
  summary: 'The money of a bank transfer has arrived: the order can be sent',
  input: z.strictObject(which),
  answer: done,
})

export const fulfilInput = z.strictObject({
  ...which,
  carrier: parcel.carrier.default(''),
  tracking: parcel.tracking.default(''),
  trackingUrl: parcel.trackingUrl.default(''),
})

export const fulfilOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/fulfil',
  audience: 'staff:orders',
  summary: 'The parcel has left the house; the customer is told how to follow it',
  input: fulfilInput,
  answer: done,
})

export const deliverOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/deliver',
  audience: 'staff:orders',
  summary: 'The parcel has arrived; what was to be paid at the door is paid',
  input: z.strictObject(which),
  answer: done,
})

export const endOrderInput = z.strictObject({
  ...which,
  reason: text(500).trim().default('').describe('the customer reads it'),
  restock: flag.default(true).describe('whether the pieces can be sold again'),
})

export const cancelOrderAsStaff = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/cancel',
  audience: 'staff:orders',
  summary: 'Cancels an order that is not shipped yet',
  input: endOrderInput,
  answer: done,
})

export const returnOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/return',
  audience: 'staff:orders',
  summary: 'The parcel has come back',
  input: endOrderInput,
  answer: done,
})

export const orderNoteInput = z.strictObject({
  ...which,
  text: text(2000).trim().min(1, 'Please write something'),
  isPublic: flag.default(false).describe('the customer sees it with the order, and is mailed'),
})

export const addOrderNote = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/note',
  audience: 'staff:orders',
  summary: 'Adds a note for the staff, or a message to the customer',
  input: orderNoteInput,
  answer: z.object({}),
})

export const resendInput = z.strictObject({ ...which, kind: z.enum(orderMailKinds) })

export const resendOrderMail = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/resend',
  audience: 'staff:orders',
  summary: 'Mails the customer once more what was mailed before, as it is now',
  input: resendInput,
  answer: z.object({}),
})

export const bulkOrderActions = ['confirm', 'fulfil', 'deliver'] as const

export const bulkOrders = endpoint({
  method: 'POST',
  path: 'admin/orders/bulk',
  audience: 'staff:orders',
  summary: 'Moves many orders on; each by itself, so that one that cannot be moved holds up no other',
  input: z.strictObject({
    numbers: z.array(number).min(1, 'Choose an order').max(100, 'At most 100 orders at once'),
    action: z.enum(bulkOrderActions),
    parcels: z
      .array(fulfilInput)
      .max(100)
      .default([])
      .describe('with `fulfil`: how the parcels of some of them are followed'),
  }),
  answer: z.object({
    data: z.array(z.object({ number: z.string(), done: z.boolean(), message: z.string() })),
  }),
})
export type BulkOutcome = z.infer<typeof bulkOrders.answer>['data'][number]

export const adminOrderEndpoints: readonly Endpoint[] = [
  getAdminOrders,
  getAdminOrder,
  getOrderInvoice,
  getPackingSlip,
  correctOrder,
  confirmOrder,
  fulfilOrder,
  deliverOrder,
  cancelOrderAsStaff,
  returnOrder,
  addOrderNote,
  resendOrderMail,
  bulkOrders,
]
