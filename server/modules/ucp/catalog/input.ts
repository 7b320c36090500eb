import { z } from 'zod'

const price = z.int().min(0)
/** The shop caches results by their filters, so filters must be short. */
const MAX_CATEGORIES = 100
/** No product has more options. A list of thousands would cost more than it says. */
const MAX_OPTIONS = 50

/** Filters of the shop's own are welcome and have no effect. */
const filters = z.looseObject({
  categories: z.array(z.string()).max(MAX_CATEGORIES).optional().describe('names; products of any of them'),
  price: z
    .object({ min: price.optional(), max: price.optional() })
    .optional()
    .describe('minor units of context.currency'),
})

/** Hints about the buyer. Only the currency has an effect. */
const context = z.looseObject({
  currency: z.string().optional().describe('ISO 4217; the currency of the price filter'),
  language: z.string().optional(),
})

const shared = {
  filters: filters.optional(),
  context: context.optional(),
  signals: z.looseObject({}).optional(),
  attribution: z.looseObject({}).optional(),
}

export const searchInput = z.object({
  query: z.string().optional().describe('search text'),
  pagination: z
    .object({
      cursor: z.string().optional().describe('of the page before'),
      limit: z.int().min(1).optional().describe('default 10, at most 100'),
    })
    .optional(),
  ...shared,
})

export const lookupInput = z.object({
  ids: z.array(z.string()).min(1).describe('ids of products and variants, SKUs or handles; at most 100'),
  ...shared,
})

export const productInput = z.object({
  id: z.string().describe('id of a product or variant'),
  selected: z
    .array(z.object({ name: z.string(), label: z.string(), id: z.string().optional() }))
    .max(MAX_OPTIONS)
    .optional()
    .describe('chosen option values, such as { "name": "Size", "label": "L" }'),
  preferences: z
    .array(z.string())
    .max(MAX_OPTIONS)
    .optional()
    .describe('option names; if no variant has all chosen values, those of the last names are dropped first'),
  ...shared,
})

export type Filters = z.output<typeof filters>
export type Hints = z.output<typeof context>
