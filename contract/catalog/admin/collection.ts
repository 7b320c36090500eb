import { z } from 'zod'
import { count, created, optionalSlug, orderInput } from '../../admin-fields.ts'
import { collection } from '../collection.ts'
import { endpoint } from '../../endpoint.ts'
import { id, jsonText, listing, text, version, MAX_IMAGE_BYTES } from '../../fields.ts'
import { productCard, productFilter } from '../product.ts'

/** The rule of a collection: a product filter without paging, facets and single ids. */
export const collectionRule = productFilter
  .omit({ productid: true, collectionid: true, page: true, limit: true, facets: true })
  .strict()

const fields = {
  name: text(200).trim().min(1, 'Enter a name'),
  slug: optionalSlug,
  description: text(2000).trim(),
  rule: jsonText(collectionRule.nullable()).describe('null for hand-picked products'),
  productIds: jsonText(z.array(id).max(1000, 'At most 1,000 products')).describe(
    'hand-picked products in order',
  ),
}

/** A collection in the dashboard. */
export const adminCollection = collection.extend({
  position: z.number().int(),
  byRule: z.boolean(),
  products: count.describe('visible to shoppers'),
})
export type AdminCollection = z.infer<typeof adminCollection>

export const getAdminCollections = endpoint({
  method: 'GET',
  path: 'admin/collections',
  audience: 'staff:catalog',
  summary: 'Collections with the numbers of their visible products',
  input: z.strictObject({ ...listing, sort: z.enum(['position', 'name', 'name_desc']).default('position') }),
  answer: z.object({ data: z.array(adminCollection), total: count }),
})

const chosenProduct = z.object({
  id: z.number().int(),
  name: z.string(),
  file: z.string().nullable(),
  seen: z.boolean().describe('false for drafts and archived products'),
})
export type ChosenProduct = z.infer<typeof chosenProduct>

/** Everything that staff can edit of a collection. */
export const collectionDetail = collection.extend({
  rule: collectionRule.nullable(),
  products: z.array(chosenProduct).describe('hand-picked products in order'),
  version: z.number().int(),
})
export type CollectionDetail = z.infer<typeof collectionDetail>

export const getAdminCollection = endpoint({
  method: 'GET',
  path: 'admin/collections/:id',
  audience: 'staff:catalog',
  summary: 'One collection with its rule or its products',
  input: z.strictObject({ id }),
  answer: z.object({ data: collectionDetail }),
})

export const previewCollection = endpoint({
  method: 'POST',
  path: 'admin/collections/preview',
  audience: 'staff:catalog',
  timing: 'read',
  summary: 'The number of products that a rule selects, and the first of them',
  input: z.strictObject({ rule: collectionRule }),
  answer: z.object({ data: z.array(productCard), total: count }),
})

export const createCollection = endpoint({
  method: 'POST',
  path: 'admin/collections',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Creates a collection; multipart with an image',
  input: z.strictObject({
    ...fields,
    description: fields.description.optional(),
    rule: fields.rule.optional(),
    productIds: fields.productIds.optional(),
  }),
  files: { image: { maxBytes: MAX_IMAGE_BYTES } },
  answer: created,
})

export const updateCollection = endpoint({
  method: 'PATCH',
  path: 'admin/collections/:id',
  audience: 'staff:catalog',
  summary: 'Changes the given fields of a collection; multipart with an image',
  input: z.strictObject({
    id,
    name: fields.name.optional(),
    slug: fields.slug,
    description: fields.description.optional(),
    rule: fields.rule.optional(),
    productIds: fields.productIds.optional(),
    image: z.null().optional().describe('null removes the image'),
    version: version.optional(),
  }),
  files: { image: { maxBytes: MAX_IMAGE_BYTES } },
  answer: z.object({}),
})

export const deleteCollection = endpoint({
  method: 'DELETE',
  path: 'admin/collections/:id',
  audience: 'staff:catalog',
  summary: 'Deletes a collection but not its products',
  input: z.strictObject({ id }),
  answer: z.object({}),
})

export const orderCollections = endpoint({
  method: 'PUT',
  path: 'admin/collections/order',
  audience: 'staff:catalog',
  summary: 'Reorders collections',
  input: orderInput,
  answer: z.object({}),
})

export const adminCollectionEndpoints = [
  getAdminCollections,
  getAdminCollection,
  previewCollection,
  createCollection,
  updateCollection,
  deleteCollection,
  orderCollections,
] as const
