import { z } from 'zod'
import { count, created, moveTo, optionalSlug, orderInput, pictureBytes } from './admin-fields.ts'
import { category } from './category.ts'
import { endpoint } from './endpoint.ts'
import { id, listing, text, version } from './fields.ts'

const name = text(200).trim().min(1, 'Category name is required!')

/** A category as the dashboard lists it. */
export const adminCategory = category.extend({
  position: z.number().int(),
  subcategories: count,
  products: count.describe('in every status, deleted ones aside'),
  ledToBy: z.array(z.string()).describe('banners and links of the footer that lead here, in words'),
  version: z.number().int(),
})
export type AdminCategory = z.infer<typeof adminCategory>

export const categorySorts = ['position', 'name', 'name_desc', 'products', 'products_desc'] as const

export const getAdminCategories = endpoint({
  method: 'GET',
  path: 'admin/categories',
  audience: 'staff:catalogue',
  summary: 'Categories with the numbers of their subcategories and products',
  input: z.strictObject({ ...listing, sort: z.enum(categorySorts).default('position') }),
  answer: z.object({ data: z.array(adminCategory), total: count }),
})

export const createCategoryInput = z.object({ productcategoryname: name, slug: optionalSlug })

export const createCategory = endpoint({
  method: 'POST',
  path: 'productcategory/category',
  audience: 'staff:catalogue',
  summary: 'Adds a category; multipart with its productcategoryimage, which is required',
  input: createCategoryInput,
  files: { productcategoryimage: { maxBytes: pictureBytes } },
  answer: created,
})

export const updateCategoryInput = z.object({
  id,
  productcategoryname: name,
  slug: optionalSlug,
  version: version.optional(),
})

export const updateCategory = endpoint({
  method: 'PUT',
  path: 'productcategory/category',
  audience: 'staff:catalogue',
  summary: 'Changes a category; multipart where another productcategoryimage comes with it',
  input: updateCategoryInput,
  files: { productcategoryimage: { maxBytes: pictureBytes } },
  answer: z.object({}),
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: 'productcategory/category',
  audience: 'staff:catalogue',
  summary: 'Deletes a category; what it holds can be moved to another one',
  input: z.object({ id, moveTo }),
  answer: z.object({}),
})

export const orderCategories = endpoint({
  method: 'PUT',
  path: 'admin/categories/order',
  audience: 'staff:catalogue',
  summary: 'Puts categories in order',
  input: orderInput,
  answer: z.object({}),
})
