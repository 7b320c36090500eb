import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'

/** Tags of one order. */
export const MAX_ORDER_TAGS = 20

/** A tag: "Gift wrap" and "gift wrap" are the same. */
export const orderTag = text(40)
  .trim()
  .toLowerCase()
  .min(1, 'Enter a tag')
  .refine((tag) => !tag.includes(','), 'A tag has no comma')

export const getOrderTags = endpoint({
  method: 'GET',
  path: 'admin/orders/tags',
  audience: 'staff:orders',
  summary: 'Lists the tags in use, most used first; up to 200',
  input: z.strictObject({}),
  answer: z.object({
    data: z.array(z.object({ tag: z.string(), orders: z.number().int() })),
  }),
})
