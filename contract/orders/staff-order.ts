import { z } from 'zod'
import { endpoint, type Endpoint } from '../endpoint.ts'
import { amount, id, limit, moment, page, quantity, text } from '../fields.ts'
import { contact, methodId, orderAddress, whichOrder } from './order.ts'

const item = z
  .strictObject({
    variantid: id.optional(),
    productid: id.optional().describe('enough for a product without options'),
    quantity,
    price: amount
      .optional()
      .describe('major units per unit; absent: the price of the catalog with its offer'),
    reason: text(200).trim().optional().describe('why this price; required with one'),
  })
  .refine(({ variantid, productid }) => variantid !== undefined || productid !== undefined, {
    path: ['variantid'],
    error: 'Choose a product',
  })
  .refine(({ price, reason }) => price === undefined || Boolean(reason), {
    path: ['reason'],
    error: 'Enter a reason for this price',
  })

export const staffOrderInput = z.strictObject({
  contact,
  shipping: orderAddress,
  billing: orderAddress.nullish().describe('absent: the same as shipping'),
  items: z.array(item).min(1, 'Add at least one item').max(100, 'Up to 100 different items'),
  shippingMethod: methodId,
  state: z.enum(['draft', 'placed']),
  payment: methodId.describe(
    '`link`: the customer pays on the order page; `paid`: already paid; or a method',
  ),
  note: text(1000).trim().nullish(),
})
export type StaffOrderInput = z.output<typeof staffOrderInput>

const staffOrder = z.object({
  number: z.string().describe('opaque, for links'),
  serial: z.string().nullable().describe('for people, such as 2026-000123; null: a draft'),
  total: z.number().describe('major units'),
  paymentUrl: z.string().optional().describe('the order page where the customer pays'),
})
export type StaffOrder = z.infer<typeof staffOrder>

export const createStaffOrder = endpoint({
  method: 'POST',
  path: 'admin/orders',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  created: true,
  summary: 'Places an order for a customer, or saves it as a draft, which takes no stock',
  input: staffOrderInput,
  answer: z.object({ data: staffOrder }),
})

export const placeDraft = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/place',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Places a draft, at the prices and the stock of now',
  input: z.strictObject({ number: whichOrder.number }),
  answer: z.object({ data: staffOrder }),
})

export const getOrderDrafts = endpoint({
  method: 'GET',
  path: 'admin/order-drafts',
  audience: 'staff:orders',
  summary: 'Lists the draft orders, newest first',
  input: z.strictObject({ page: page.default(1), limit: limit.default(20) }),
  answer: z.object({
    data: z.array(
      z.object({
        number: z.string(),
        customer: z.string().describe('the name on the delivery address'),
        email: z.string(),
        phone: z.string(),
        quantity: z.number().int().describe('units of all lines'),
        note: z.string(),
        createdAt: moment,
      }),
    ),
    total: z.number().int(),
  }),
})

export const deleteOrderDraft = endpoint({
  method: 'DELETE',
  path: 'admin/order-drafts/:number',
  audience: 'staff:orders',
  summary: 'Deletes a draft order',
  input: z.strictObject({ number: whichOrder.number }),
  answer: z.object({}),
})

export const staffOrderEndpoints: readonly Endpoint[] = [
  createStaffOrder,
  placeDraft,
  getOrderDrafts,
  deleteOrderDraft,
]
