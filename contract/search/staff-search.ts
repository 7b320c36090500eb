import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { productStatus } from '../catalog/product.ts'
import { limit, text } from '../fields.ts'
import { orderStatuses } from '../orders/order.ts'

const foundOrder = z.object({
  number: z.string(),
  serial: z.string(),
  customer: z.string(),
  status: z.enum(orderStatuses),
  placedAt: z.string(),
  total: z.number().describe('major units'),
  currency: z.string().describe('ISO 4217 code'),
})
export type FoundOrder = z.infer<typeof foundOrder>

const foundCustomer = z.object({
  id: z.number().int(),
  fullName: z.string(),
  email: z.string(),
})

const foundProduct = z.object({
  id: z.number().int(),
  name: z.string(),
  sku: z.string().nullable().describe('of the variant that matches; null: the name matches'),
  status: productStatus,
})

const group = <T extends z.ZodType>(found: T) =>
  z.array(found).nullable().describe('null: the caller may not see them')

/** The shortest text that is searched for. */
export const MIN_SEARCH_LENGTH = 2

export const searchAsStaff = endpoint({
  method: 'GET',
  path: 'admin/search',
  audience: 'staff',
  summary:
    'Finds orders, customers and products that contain each word: numbers, people, phones in any form, towns, SKUs, tracking numbers, amounts. Up to `limit` of each kind',
  input: z.strictObject({
    q: text(200).trim().min(MIN_SEARCH_LENGTH, 'Enter at least 2 characters'),
    limit: limit.default(5),
  }),
  answer: z.object({
    data: z.object({
      orders: group(foundOrder).describe('the one with exactly this number first, then the newest'),
      customers: group(foundCustomer),
      products: group(foundProduct).describe('by name'),
    }),
  }),
})
export type StaffSearchResult = z.output<typeof searchAsStaff.answer>['data']

export const staffSearchEndpoints = [searchAsStaff] as const
