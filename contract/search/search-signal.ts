import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { id, listing } from '../fields.ts'
import { namedProduct } from './search-words.ts'

const signal = z.object({
  id: z.number().int(),
  q: z.string().describe('search text'),
  products: z
    .array(
      namedProduct.extend({
        shoppers: count.describe('who opened it; older ones count less'),
        orders: count.describe('orders that followed; older ones count less'),
        placeFromTen: z
          .number()
          .int()
          .min(1)
          .max(10)
          .describe('the place that a product in place 10 would take'),
      }),
    )
    .describe('at most 10, the most lifted first'),
})
export type SearchSignal = z.infer<typeof signal>

export const getSearchSignals = endpoint({
  method: 'GET',
  path: 'admin/search/signals',
  audience: 'staff:marketing',
  summary: 'Searches whose results are sorted by clicks and orders too, the strongest signal first',
  input: z.strictObject(listing),
  answer: z.object({
    data: z.array(signal),
    total: count,
    learns: z.boolean().describe('false: the shop neither counts nor applies clicks and orders'),
  }),
})

export const resetSearchSignal = endpoint({
  method: 'DELETE',
  path: 'admin/search/signals/:id',
  audience: 'staff:marketing',
  summary: 'Forgets the clicks and orders of a search, so that its results return to their usual order',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const searchSignalEndpoints = [getSearchSignals, resetSearchSignal] as const
