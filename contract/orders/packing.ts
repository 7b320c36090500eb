import { z } from 'zod'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { flag, moment, text } from '../fields.ts'
import { methodId } from './order.ts'
import { orderSource } from './order-filter.ts'

/** So many orders are listed, and printed at once. */
export const MAX_PACKED_ORDERS = 500

/** slip: a packing slip for each order; label: an address label of 100 × 150 mm for each; pick: one list of all items by shelf. */
export const packingDocuments = ['slip', 'label', 'pick'] as const
export type PackingDocument = (typeof packingDocuments)[number]

export const getPackingDocuments = endpoint({
  method: 'GET',
  path: 'admin/orders/documents',
  audience: 'staff:orders',
  summary: 'Answers packing slips, address labels or one pick list of many orders as one PDF',
  input: z.strictObject({
    kind: z.enum(packingDocuments),
    numbers: text(21 * MAX_PACKED_ORDERS)
      .transform((numbers) => [
        ...new Set(
          numbers
            .split(',')
            .map((number) => number.trim().toUpperCase())
            .filter(Boolean),
        ),
      ])
      .pipe(
        z
          .array(text(20))
          .min(1, 'Select at least one order')
          .max(MAX_PACKED_ORDERS, `Select up to ${MAX_PACKED_ORDERS} orders`),
      )
      .describe(
        `of at most ${MAX_PACKED_ORDERS} orders, separated by commas; the PDF has them in this order`,
      ),
  }),
  answer: fileAnswer,
  media: 'application/pdf',
})

/** An order that waits to be packed. */
export const orderToPack = z.object({
  number: z.string().describe('opaque, for links'),
  serial: z.string().describe('for people, such as 2026-000123'),
  placedAt: moment,
  customer: z.string().describe('the name on the delivery address'),
  city: z.string(),
  shippingName: z.string(),
  quantity: z.number().int().describe('units that are left to ship'),
  waitingforstock: z.number().int().describe('of them, units that are not in stock yet'),
  productnames: z.array(z.string()).describe('of the first three lines'),
  isPartlyShipped: z.boolean(),
  source: orderSource,
})
export type OrderToPack = z.infer<typeof orderToPack>

export const getOrdersToPack = endpoint({
  method: 'GET',
  path: 'admin/orders/to-pack',
  audience: 'staff:orders',
  summary: `Lists the oldest ${MAX_PACKED_ORDERS} orders to ship: confirmed, not on hold, and with units left`,
  input: z.strictObject({
    delivery: methodId.optional().describe('id of a delivery method'),
    source: z.enum(['agents', 'shop']).optional().describe('agents: those that came through any platform'),
    single: flag.default(false).describe('true: only orders with one unit left'),
  }),
  answer: z.object({
    data: z.array(orderToPack),
    total: z.number().int().describe('of all matching orders'),
    methods: z
      .array(z.object({ id: z.string(), name: z.string() }))
      .describe('the delivery methods of all orders to ship, for the filter'),
  }),
})

export const packingEndpoints = [getPackingDocuments, getOrdersToPack] as const
