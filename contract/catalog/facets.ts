import { z } from 'zod'

const countedChoice = z.object({ id: z.number(), name: z.string(), count: z.number().int() })

/** How many products each further choice would leave. Prices in major units. */
export const facets = z.object({
  categories: z.array(countedChoice).describe('whatever category is chosen'),
  subcategories: z.array(countedChoice).describe('of the chosen category'),
  price: z
    .object({
      min: z.number(),
      max: z.number(),
      buckets: z
        .array(z.object({ min: z.number(), max: z.number(), count: z.number().int() }))
        .describe('round parts of the range with the number of products in each, edges included'),
    })
    .nullable(),
  specs: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.number().int() })) }),
  ),
  instock: z.number().int(),
  onsale: z.number().int(),
  ratings: z
    .array(z.object({ min: z.number().int(), count: z.number().int() }))
    .describe('from 4 to 1: number of products with at least this average rating'),
})
export type Facets = z.infer<typeof facets>
