import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { day, id, moment, text } from '../../fields.ts'

/** The days between which a delivery arrives. */
export const deliveryRange = z.object({
  from: day,
  to: day,
  text: z.string().describe('both days for people: Thu 26 – Sun 29 Nov'),
})

const workingDays = z.object({ from: z.number().int(), to: z.number().int() }).describe('working days')

const deliveryEstimate = z.object({
  country: z.string().describe('ISO code'),
  pincode: z.string().nullable().describe('null: the usual delivery of the shop'),
  city: z.string().describe('empty: unknown'),
  methods: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z
        .number()
        .describe('major units, for one unit of the product; without a product the usual rate'),
      freeFrom: z
        .number()
        .nullable()
        .describe('order value from which it is free, in major units; null: never'),
      days: workingDays,
      arrival: deliveryRange,
    }),
  ),
  cash: z.object({
    possible: z.boolean().describe('whether cash on delivery is offered there'),
    upTo: z.number().nullable().describe('largest order total in major units; null: any'),
  }),
  returns: z.object({
    days: z.number().int().describe('days after delivery; 0: no returns'),
    paidBy: z.enum(['shop', 'customer']),
  }),
  schedule: z.object({
    cutoffHour: z.number().int().describe('orders placed before it are packed the same day'),
    weekdays: z.array(z.number().int()).describe('working days; 1 is Monday'),
    timeZone: z.string().describe('IANA'),
  }),
  until: moment.describe('from then on the arrival is later'),
})
export type DeliveryEstimate = z.output<typeof deliveryEstimate>

export const getDelivery = endpoint({
  method: 'GET',
  path: 'delivery',
  audience: 'public',
  summary: 'What delivery costs, when an order placed now arrives, and whether cash and returns are possible',
  input: z.strictObject({
    productid: id.optional(),
    variantid: id.optional(),
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Use a two-letter country code, e.g. IN')
      .optional()
      .describe('absent: the first country of the shop'),
    state: text(60).trim().optional(),
    pincode: text(12).trim().optional(),
  }),
  answer: z.object({ data: deliveryEstimate }),
  cache: { product: ({ productid }) => productid, until: true },
})

const deliveryRegion = z.object({
  country: z.string().describe('ISO code'),
  states: z.array(z.string()).describe('empty: all'),
  pincodes: z.array(z.object({ from: z.string(), to: z.string() })).describe('empty: all'),
  days: z.object({ from: z.number().int(), to: z.number().int() }).describe('working days from packing'),
  rates: z
    .array(z.object({ from: z.number(), price: z.number() }))
    .describe('what delivery costs from which value of the items on, lowest first; major units'),
})
export type DeliveryRegion = z.output<typeof deliveryRegion>

export const getDeliveryRegions = endpoint({
  method: 'GET',
  path: 'delivery/regions',
  audience: 'public',
  summary: 'Where the shop delivers a product: rates and days of standard delivery, for search engines',
  input: z.strictObject({ productid: id }),
  answer: z.object({ data: z.array(deliveryRegion).max(30) }),
  cache: { product: ({ productid }) => productid },
})

export const deliveryEndpoints = [getDelivery, getDeliveryRegions] as const
