import { z } from 'zod'
import { count, created, moveTo, optionalSlug, orderInput, pictureBytes } from './admin-fields.ts'
import { subcategory } from './category.ts'
import { endpoint } from './endpoint.ts'
import { id, listing, text, version } from './fields.ts'

const name = text(200).trim().min(1, 'Subcategory name is required!')
const category = z.union([id, z.never()], { error: 'Please select a category!' })

/** A subcategory as the dashboard lists it. */
export const adminSubcategory = subcategory.extend({
  productcategoryname: z.string().nullable(),
  position: z.number().int(),
  products: count.describe('in every status, deleted ones aside'),
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
  audience: 'staff:catalogue',
  summary: 'Subcategories with their categories and the numbers of their products',
  input: z.strictObject({
    ...listing,
    sort: z.enum(subcategorySorts).default('position'),
    category: id.optional(),
  }),
  answer: z.object({ data: z.array(adminSubcategory), total: count }),
})

export const createSubcategoryInput = z.object({
  subcategoryName: name,
  categoryId: category,
  slug: optionalSlug,
})

export const createSubcategory = endpoint({
  method: 'POST',
  path: 'productSubcategory/CreateSubCategory',
  audience: 'staff:catalogue',
  summary: 'Adds a subcategory; multipart with its productsubcategoryimage, which is required',
  input: createSubcategoryInput,
  files: { productsubcategoryimage: { maxBytes: pictureBytes } },
  answer: created,
})

export const updateSubcategoryInput = z.object({
  id,
  subcategoryName: name,
  categoryId: category,
  slug: optionalSlug,
  version: version.optional(),
})

export const updateSubcategory = endpoint({
  method: 'PUT',
  path: 'productSubcategory/updateSubcategory',
  audience: 'staff:catalogue',
  summary: 'Changes a subcategory, whose products follow it; multipart with another productsubcategoryimage',
  input: updateSubcategoryInput,
  files: { productsubcategoryimage: { maxBytes: pictureBytes } },
  answer: z.object({}),
})

export const deleteSubcategory = endpoint({
  method: 'DELETE',
  path: 'productSubcategory/deleteSubcategory',
  audience: 'staff:catalogue',
  summary: 'Deletes a subcategory; its products can be moved to another one',
  input: z.object({ id, moveTo }),
  answer: z.object({}),
})

export const orderSubcategories = endpoint({
  method: 'PUT',
  path: 'admin/subcategories/order',
  audience: 'staff:catalogue',
  summary: 'Puts subcategories in order',
  input: orderInput,
  answer: z.object({}),
})
