import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { id, moment, quantity, text, wholeNumber } from '../fields.ts'
import { orderStatuses, whichOrder } from '../orders/order.ts'
import { connectedCarriers } from './carrier-account.ts'

/** own: the label that the shop prints, at the rates of its delivery zones. */
export const labelCarriers = ['own', ...connectedCarriers] as const
export type LabelCarrier = (typeof labelCarriers)[number]

/** buying: the carrier has not answered yet, and the shop asks again. */
const labelStates = ['buying', 'bought', 'refused', 'cancelled'] as const

const { number } = whichOrder

const packageFields = {
  number,
  shipmentId: id
    .optional()
    .describe('a shipment that exists and has no label; absent: `lines` become a new shipment'),
  lines: z
    .array(z.strictObject({ lineId: id, quantity }))
    .max(100, 'Up to 100 lines')
    .default([]),
  weight: wholeNumber(1, 1_000_000)
    .nullish()
    .describe('grams of the package; absent: the weight of its items'),
}

export const quoteLabels = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/label-quotes',
  audience: 'staff:orders',
  timing: 'read',
  summary: 'Asks the carriers what a package would cost; buys nothing',
  input: z.strictObject(packageFields),
  answer: z.object({
    data: z.object({
      weight: z.number().int().describe('grams'),
      carriers: z.array(
        z.object({
          carrier: z.enum(labelCarriers),
          name: z.string(),
          problem: z.string().describe('why there are no prices; else empty'),
          quotes: z.array(
            z.object({
              id: z.string(),
              service: z.string(),
              price: z.number().describe('major units'),
              currency: z.string(),
              days: z.number().int().nullable().describe('working days on the way'),
            }),
          ),
        }),
      ),
    }),
  }),
})
export type LabelQuotes = z.output<typeof quoteLabels.answer>['data']

export const buyLabel = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/labels',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Buys a label and ships the package with it. A carrier that refuses changes nothing',
  input: z.strictObject({
    ...packageFields,
    weight: wholeNumber(1, 1_000_000).describe('grams of the package'),
    carrier: z.enum(labelCarriers, 'Choose a service'),
    quote: text(200).min(1, 'Choose a service').describe('of `label-quotes`'),
  }),
  answer: z.object({
    data: z.object({
      id: z.number().int(),
      state: z.enum(labelStates).describe('buying: the answer of the carrier is still missing'),
      shipmentId: z.number().int().nullable(),
      status: z.enum(orderStatuses).describe('of the order'),
    }),
  }),
})

const label = z.object({
  id: z.number().int(),
  shipmentId: z.number().int().nullable(),
  carrier: z.enum(labelCarriers),
  name: z.string().describe('of the carrier'),
  state: z.enum(labelStates),
  service: z.string(),
  price: z.number().describe('major units; 0: unknown'),
  currency: z.string(),
  trackingNumber: z.string(),
  problem: z.string().describe('a sentence for staff; usually empty'),
  canCancel: z.boolean().describe('bought, and not on its way yet'),
  boughtAt: moment,
})
export type OrderLabel = z.infer<typeof label>

export const getLabels = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/labels',
  audience: 'staff:orders',
  summary: 'Lists the labels of an order, also those that a carrier has refused; oldest first',
  input: z.strictObject({ number }),
  answer: z.object({ data: z.array(label) }),
})

const which = { number, id: id.describe('of the label') }

export const getLabelPdf = endpoint({
  method: 'GET',
  path: 'admin/orders/:number/labels/:id/pdf',
  audience: 'staff:orders',
  summary: 'Answers a label as PDF',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const cancelLabel = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/labels/:id/cancel',
  audience: 'staff:orders',
  summary: 'Gives an unused label back to its carrier. The shipment stays, without tracking',
  input: z.strictObject(which),
  answer: z.object({}),
})

export const trackingWebhook = endpoint({
  method: 'POST',
  path: 'tracking/:account',
  audience: 'public',
  signed: true,
  summary: 'Receives a message of a carrier and checks its secret; the shop then asks the carrier',
  input: z.strictObject({ account: id.describe('of the connection') }),
  answer: z.object({}),
})

export const labelEndpoints = [
  quoteLabels,
  buyLabel,
  getLabels,
  getLabelPdf,
  cancelLabel,
  trackingWebhook,
] as const
