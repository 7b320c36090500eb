import { z } from 'zod'
import { count, created, moveTo, optionalSlug, orderInput } from '../../admin-fields.ts'
import { subcategory } from '../category.ts'
import { sizeguide } from '../size-guide.ts'
import { endpoint } from '../../endpoint.ts'
import { id, listing, text, version, MAX_IMAGE_BYTES } from '../../fields.ts'

const name = text(200).trim().min(1, 'Subcategory name is required!')
const category = z.union([id, z.never()], { error: 'Please select a category!' })

/** A subcategory in the dashboard. */
export const adminSubcategory = subcategory.extend({
  productcategoryname: z.string().nullable(),
  position: z.number().int(),
  sizeguide: z
    .string()
    .describe('slug of the content page with the size guide of its products; empty: that of its category'),
  products: count.describe('in every status, except deleted ones'),
  version: z.number().int(),
})
export type AdminSubcategory = z.infer<typeof adminSubcategory>

export const subcategorySorts = [
  'position',
  'name',
  'name_desc',
  'category',
  'category_desc',
  'products',
  'products_desc',
] as const

export const getAdminSubcategories = endpoint({
  method: 'GET',
  path: 'admin/subcategories',
  audience: 'staff:catalog',
  summary: 'Subcategories with their categories and the numbers of their products',
  input: z.strictObject({
    ...listing,
    sort: z.enum(subcategorySorts).default('position'),
    category: id.optional(),
  }),
  answer: z.object({ data: z.array(adminSubcategory), total: count }),
})

export const getAdminSubcategory = endpoint({
  method: 'GET',
  path: 'admin/subcategories/:id',
  audience: 'staff:catalog',
  summary: 'One subcategory with its category and the number of its products',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminSubcategory }),
})

export const createSubcategoryInput = z.object({
  subcategoryName: name,
  categoryId: category,
  slug: optionalSlug,
  sizeguide,
})

export const createSubcategory = endpoint({
  method: 'POST',
  path: 'productSubcategory/CreateSubCategory',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Creates a subcategory; multipart with productsubcategoryimage',
  input: createSubcategoryInput,
  files: { productsubcategoryimage: { maxBytes: MAX_IMAGE_BYTES } },
  answer: created,
})

const updateSubcategoryInput = z.object({
  id,
  subcategoryName: name,
  categoryId: category,
  slug: optionalSlug,
  sizeguide,
  version: version.optional(),
})

export const updateSubcategory = endpoint({
  method: 'PUT',
  path: 'productSubcategory/updateSubcategory',
  audience: 'staff:catalog',
  summary:
    'Changes a subcategory and moves its products with it; multipart with a new productsubcategoryimage',
  input: updateSubcategoryInput,
  files: { productsubcategoryimage: { maxBytes: MAX_IMAGE_BYTES } },
  answer: z.object({}),
})

export const deleteSubcategory = endpoint({
  method: 'DELETE',
  path: 'productSubcategory/deleteSubcategory',
  audience: 'staff:catalog',
  timing: 'bulk',
  summary: 'Deletes a subcategory; moveTo moves its products to another one first',
  input: z.object({ id, moveTo }),
  answer: z.object({}),
})

export const orderSubcategories = endpoint({
  method: 'PUT',
  path: 'admin/subcategories/order',
  audience: 'staff:catalog',
  summary: 'Reorders subcategories',
  input: orderInput,
  answer: z.object({}),
})

export const adminSubcategoryEndpoints = [
  getAdminSubcategories,
  getAdminSubcategory,
  createSubcategory,
  updateSubcategory,
  deleteSubcategory,
  orderSubcategories,
] as const
