import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing, image, slug } from '../fields.ts'

export const collection = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  image: image.nullable(),
})
export type Collection = z.infer<typeof collection>

export const getCollections = endpoint({
  method: 'GET',
  path: 'collections',
  audience: 'public',
  summary: 'All collections of the shop, in order',
  input: nothing.strict(),
  answer: z.object({ data: z.array(collection) }),
  cache: {},
})

export const slugKinds = ['category', 'subcategory', 'product', 'collection'] as const

export const resolveSlug = endpoint({
  method: 'GET',
  path: 'slugs/:kind/:slug',
  audience: 'public',
  summary: 'The record with this current or former slug: its id and current slug',
  input: z.strictObject({ kind: z.enum(slugKinds), slug }),
  answer: z.object({ data: z.object({ id: z.number(), slug: z.string() }) }),
  cache: {},
})
