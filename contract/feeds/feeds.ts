import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { listing, nothing } from '../fields.ts'

/** The addresses of the product feeds. */
export const feedLinks = {
  google: '/feeds/google.xml',
  meta: '/feeds/meta.csv',
  openai: '/feeds/openai.jsonl',
} as const

/** What a product lacks that a consumer of a feed asks for. */
export const feedProblems = [
  'no_image',
  'no_description',
  'no_brand',
  'no_number',
  'no_price',
  'long_title',
] as const
export type FeedProblem = (typeof feedProblems)[number]

export const getFeeds = endpoint({
  method: 'GET',
  path: 'admin/feeds',
  audience: 'staff:catalog',
  summary: 'The product feeds: their addresses, their size, and how many products lack something',
  input: nothing.strict(),
  answer: z.object({
    data: z.object({
      feeds: z.array(z.object({ name: z.enum(['google', 'meta', 'openai']), url: z.string() })),
      products: z.number().int(),
      items: z.number().int().describe('variants of these products'),
      problems: z
        .array(z.object({ problem: z.enum(feedProblems), products: z.number().int() }))
        .describe('every problem, also where no product has it'),
    }),
  }),
})
export type Feeds = z.output<typeof getFeeds.answer>['data']

export const getFeedProducts = endpoint({
  method: 'GET',
  path: 'admin/feeds/products',
  audience: 'staff:catalog',
  summary: 'Products of the feeds that lack something, by name; without a problem those with any',
  input: z.strictObject({
    page: listing.page,
    limit: listing.limit,
    problem: z.enum(feedProblems).optional(),
  }),
  answer: z.object({
    data: z.array(
      z.object({ id: z.number().int(), name: z.string(), problems: z.array(z.enum(feedProblems)) }),
    ),
    total: z.number().int(),
  }),
})
export type FeedProduct = z.output<typeof getFeedProducts.answer>['data'][number]

/** All calls of this file. */
export const feedEndpoints = [getFeeds, getFeedProducts] as const
