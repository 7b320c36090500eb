import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { day, id, orNull, quantity, text } from '../fields.ts'
import { orderStatuses, whichOrder } from './order.ts'

/** The tracking of a shipment, and the day that the customer is promised. */
export const trackingFields = {
  carrier: text(100).trim(),
  tracking: text(100).trim(),
  trackingUrl: text(500)
    .trim()
    .regex(/^$|^https?:\/\/[^\s]+$/i, 'Enter a link that starts with https://'),
  expectedOn: orNull(day).describe('when it should arrive; null: no day is promised'),
}

const shipmentStates = ['shipped', 'delivered'] as const
const { number } = whichOrder

export const createShipmentInput = z.strictObject({
  number,
  lines: z
    .array(z.strictObject({ lineId: id, quantity }))
    .min(1, 'Select items to ship')
    .max(100, 'Up to 100 lines'),
  carrier: trackingFields.carrier.default(''),
  trackingNumber: trackingFields.tracking.default(''),
  trackingUrl: trackingFields.trackingUrl.default(''),
  expectedOn: trackingFields.expectedOn.default(null),
})

export const createShipment = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/shipments',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Ships some units of an order; the customer gets an email with the tracking',
  input: createShipmentInput,
  answer: z.object({
    data: z.object({
      id: z.number().int(),
      state: z.enum(shipmentStates),
      status: z.enum(orderStatuses).describe('of the order: shipped once nothing is left to ship'),
    }),
  }),
})

const which = { number, id: id.describe('of the shipment') }

export const deliverShipment = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/shipments/:id/deliver',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Marks a shipment as delivered, and the order with its last one',
  input: z.strictObject(which),
  answer: z.object({ data: z.object({ status: z.enum(orderStatuses).describe('of the order') }) }),
})

export const getShipmentSlip = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/shipments/:id/packing-slip',
  audience: 'staff:orders',
  summary: 'Answers the packing slip of a shipment as PDF',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const getOrderDocuments = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/documents',
  audience: 'staff:orders',
  summary: 'Lists the documents of an order, with their links',
  input: z.strictObject({ number }),
  answer: z.object({
    data: z.array(
      z.object({
        kind: z.enum(['invoice', 'credit_note', 'packing_slip']),
        serial: z.string().nullable().describe('null: the invoice is numbered when it is first opened'),
        url: z.string(),
      }),
    ),
  }),
})

export const shipmentEndpoints = [
  createShipment,
  deliverShipment,
  getShipmentSlip,
  getOrderDocuments,
] as const
