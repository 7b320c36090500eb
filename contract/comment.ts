import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, limit, moment, page } from './fields.ts'

export const comment = z.object({
  id: z.number(),
  user: z.string(),
  username: z.string().describe('the same as user'),
  comment: z.string(),
  rating: z.number().int().nullable(),
  created_at: moment,
})
export type Comment = z.infer<typeof comment>

export const getComments = endpoint({
  method: 'POST',
  path: 'comment/getComments',
  audience: 'public',
  summary: 'What shoppers say about a product, newest first, 20 a page',
  input: z.object({ product_id: id, page: page.default(1), limit: limit.default(20) }),
  answer: z.object({ data: z.array(comment), total: z.number().int() }),
  cache: { product: (input) => input.product_id },
})
