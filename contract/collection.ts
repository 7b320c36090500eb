import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { nothing, picture, slug } from './fields.ts'

export const collection = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  picture: picture.nullable(),
})
export type Collection = z.infer<typeof collection>

export const getCollections = endpoint({
  method: 'GET',
  path: 'collections',
  audience: 'public',
  summary: 'The named sets of products of the shop, in order',
  input: nothing.strict(),
  answer: z.object({ data: z.array(collection) }),
  cache: {},
})

export const slugKinds = ['category', 'subcategory', 'product', 'collection'] as const

export const resolveSlug = endpoint({
  method: 'GET',
  path: 'slugs/:kind/:slug',
  audience: 'public',
  summary: 'Whose slug this is or once was: the id, and the slug in use today',
  input: z.strictObject({ kind: z.enum(slugKinds), slug }),
  answer: z.object({ data: z.object({ id: z.number(), slug: z.string() }) }),
  cache: {},
})
