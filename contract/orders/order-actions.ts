import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, listing, text } from '../fields.ts'
import { orderFilter } from './order-filter.ts'
import { MAX_ORDER_TAGS, orderTag } from './order-tags.ts'
import { whichOrder } from './order.ts'
import { trackingFields } from './shipment.ts'

/** What staff can do with an order; `restock`: refunded items can go back on sale. */
export const orderActions = [
  'confirm',
  'fulfil',
  'ready',
  'deliver',
  'cancel',
  'cancelWithdrawn',
  'release',
  'return',
  'refund',
  'restock',
  'edit',
  'markPaid',
  'correct',
  'track',
] as const
export type OrderAction = (typeof orderActions)[number]

const which = { number: whichOrder.number }

export const fulfilInput = z.strictObject({
  ...which,
  carrier: trackingFields.carrier.default(''),
  tracking: trackingFields.tracking.default(''),
  trackingUrl: trackingFields.trackingUrl.default(''),
  expectedOn: trackingFields.expectedOn.default(null),
})

const ending = {
  reason: text(500).trim().default('').describe('shown to the customer'),
  restock: flag.default(true).describe('whether the items go back on sale'),
}

export const endOrderInput = z.strictObject({ ...which, ...ending })

/** More orders than a person can mean to change at once. */
export const MAX_SELECTED_ORDERS = 5000

export const getOrderNumbers = endpoint({
  method: 'GET',
  path: 'admin/orders/numbers',
  audience: 'staff:orders',
  summary: `Answers which orders match a filter, oldest first, to change them in bulk; up to ${MAX_SELECTED_ORDERS} are`,
  input: z.strictObject({ q: listing.q, ...orderFilter }),
  answer: z.object({
    data: z.array(z.object({ id: z.number().int(), number: z.string(), serial: z.string() })),
  }),
})

export const bulkOrderActions = ['confirm', 'fulfil', 'deliver', 'cancel', 'tag', 'untag'] as const
export type BulkOrderAction = (typeof bulkOrderActions)[number]

/** Orders of one call. A longer selection takes several calls. */
export const MAX_BULK_ORDERS = 100

export const bulkOrders = endpoint({
  method: 'POST',
  path: 'admin/orders/bulk',
  audience: 'staff:orders',
  timing: 'bulk',
  summary:
    'Confirms, ships, delivers, cancels or tags many orders; one that fails does not stop the others, and a repeated call changes nothing more',
  input: z.strictObject({
    numbers: z
      .array(which.number)
      .min(1, 'Choose at least one order')
      .max(MAX_BULK_ORDERS, `Up to ${MAX_BULK_ORDERS} orders at once`),
    action: z.enum(bulkOrderActions),
    shipments: z
      .array(fulfilInput)
      .max(MAX_BULK_ORDERS)
      .default([])
      .describe('with `fulfil`: the tracking of each order that has one'),
    reason: ending.reason.describe('with `cancel`: shown to the customers'),
    restock: ending.restock.describe('with `cancel`: whether the items go back on sale'),
    tags: z
      .array(orderTag)
      .max(MAX_ORDER_TAGS, `Up to ${MAX_ORDER_TAGS} tags`)
      .default([])
      .describe('with `tag` or `untag`: which are added or removed'),
  }),
  answer: z.object({
    data: z.array(
      z.object({
        number: z.string(),
        done: z.boolean().describe('whether the order is now as wanted'),
        changed: z.boolean().describe('false with `done`: it already was'),
        message: z.string(),
      }),
    ),
  }),
})
export type BulkOutcome = z.infer<typeof bulkOrders.answer>['data'][number]
