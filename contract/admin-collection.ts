import { z } from 'zod'
import { count, created, optionalSlug, orderInput, pictureBytes } from './admin-fields.ts'
import { collection } from './collection.ts'
import { endpoint } from './endpoint.ts'
import { id, jsonText, listing, text, version } from './fields.ts'
import { productCard, productFilter } from './product.ts'

/** Which products a collection catches: a product filter, without what only a single question has. */
export const collectionRule = productFilter
  .omit({ productid: true, collectionid: true, page: true, limit: true, facets: true })
  .strict()

const fields = {
  name: text(200).trim().min(1, 'A name is needed'),
  slug: optionalSlug,
  description: text(2000).trim(),
  rule: jsonText(collectionRule.nullable()).describe('null: the products are chosen by hand'),
  productIds: jsonText(z.array(id).max(1000, 'At most 1,000 products')).describe('chosen by hand, in order'),
}

/** A collection as the dashboard lists it. */
export const adminCollection = collection.extend({
  position: z.number().int(),
  byRule: z.boolean(),
  products: count.describe('that shoppers see in it'),
})
export type AdminCollection = z.infer<typeof adminCollection>

export const getAdminCollections = endpoint({
  method: 'GET',
  path: 'admin/collections',
  audience: 'staff:catalogue',
  summary: 'Collections with the numbers of products that shoppers see in them',
  input: z.strictObject({ ...listing, sort: z.enum(['position', 'name', 'name_desc']).default('position') }),
  answer: z.object({ data: z.array(adminCollection), total: count }),
})

const chosenProduct = z.object({
  id: z.number().int(),
  name: z.string(),
  file: z.string().nullable(),
  seen: z.boolean().describe('whether shoppers see it: drafts and archived products are left out'),
})
export type ChosenProduct = z.infer<typeof chosenProduct>

/** Everything that can be changed of a collection. */
export const collectionDetail = collection.extend({
  rule: collectionRule.nullable(),
  products: z.array(chosenProduct).describe('chosen by hand, in order'),
  version: z.number().int(),
})
export type CollectionDetail = z.infer<typeof collectionDetail>

export const getAdminCollection = endpoint({
  method: 'GET',
  path: 'admin/collections/:id',
  audience: 'staff:catalogue',
  summary: 'One collection with its rule or its products',
  input: z.strictObject({ id }),
  answer: z.object({ data: collectionDetail }),
})

export const previewCollection = endpoint({
  method: 'POST',
  path: 'admin/collections/preview',
  audience: 'staff:catalogue',
  summary: 'What a rule catches now: how many products, and the first of them',
  input: z.strictObject({ rule: collectionRule }),
  answer: z.object({ data: z.array(productCard), total: count }),
})

export const createCollection = endpoint({
  method: 'POST',
  path: 'admin/collections',
  audience: 'staff:catalogue',
  summary: 'Adds a collection; multipart where a picture comes with it',
  input: z.strictObject({
    ...fields,
    description: fields.description.optional(),
    rule: fields.rule.optional(),
    productIds: fields.productIds.optional(),
  }),
  files: { picture: { maxBytes: pictureBytes } },
  answer: created,
})

export const updateCollection = endpoint({
  method: 'PATCH',
  path: 'admin/collections/:id',
  audience: 'staff:catalogue',
  summary: 'Changes the given fields of a collection; multipart where a picture comes with it',
  input: z.strictObject({
    id,
    name: fields.name.optional(),
    slug: fields.slug,
    description: fields.description.optional(),
    rule: fields.rule.optional(),
    productIds: fields.productIds.optional(),
    picture: z.null().optional().describe('null takes the picture away'),
    version: version.optional(),
  }),
  files: { picture: { maxBytes: pictureBytes } },
  answer: z.object({}),
})

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: 'admin/collections/:id',
  audience: 'staff:catalogue',
  summary: 'Deletes a collection; its products stay',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const orderCollections = endpoint({
  method: 'PUT',
  path: 'admin/collections/order',
  audience: 'staff:catalogue',
  summary: 'Puts collections in order',
  input: orderInput,
  answer: z.object({}),
})
