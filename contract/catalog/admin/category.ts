import { z } from 'zod'
import { count, created, moveTo, optionalSlug, orderInput } from '../../admin-fields.ts'
import { sizeguide } from '../size-guide.ts'
import { category } from '../category.ts'
import { endpoint } from '../../endpoint.ts'
import { taxClassCode } from '../../tax/tax-rate.ts'
import { id, listing, text, version, MAX_IMAGE_BYTES } from '../../fields.ts'

const name = text(200).trim().min(1, 'Category name is required!')

/** A category in the dashboard. */
export const adminCategory = category.extend({
  position: z.number().int(),
  taxclass: z.string().describe('tax class of its products that have none; empty: none'),
  sizeguide: z.string().describe('slug of the content page with the size guide of its products; empty: none'),
  subcategories: count,
  products: count.describe('in every status, except deleted ones'),
  linkedFrom: z.array(z.string()).describe('banners and footer links that open the category, in words'),
  version: z.number().int(),
})
export type AdminCategory = z.infer<typeof adminCategory>

export const categorySorts = ['position', 'name', 'name_desc', 'products', 'products_desc'] as const

export const getAdminCategories = endpoint({
  method: 'GET',
  path: 'admin/categories',
  audience: 'staff:catalog',
  summary: 'Categories with the numbers of their subcategories and products',
  input: z.strictObject({ ...listing, sort: z.enum(categorySorts).default('position') }),
  answer: z.object({ data: z.array(adminCategory), total: count }),
})

export const getAdminCategory = endpoint({
  method: 'GET',
  path: 'admin/categories/:id',
  audience: 'staff:catalog',
  summary: 'One category with the numbers of its subcategories and products',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminCategory }),
})

const taxclass = z
  .union([z.literal(''), taxClassCode])
  .optional()
  .describe('tax class of its products that have none; empty: none')

export const createCategoryInput = z.object({
  productcategoryname: name,
  slug: optionalSlug,
  taxclass,
  sizeguide,
})

export const createCategory = endpoint({
  method: 'POST',
  path: 'productcategory/category',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Creates a category; multipart with productcategoryimage',
  input: createCategoryInput,
  files: { productcategoryimage: { maxBytes: MAX_IMAGE_BYTES } },
  answer: created,
})

const updateCategoryInput = z.object({
  id,
  productcategoryname: name,
  slug: optionalSlug,
  taxclass,
  sizeguide,
  version: version.optional(),
})

export const updateCategory = endpoint({
  method: 'PUT',
  path: 'productcategory/category',
  audience: 'staff:catalog',
  summary: 'Changes a category; multipart with a new productcategoryimage',
  input: updateCategoryInput,
  files: { productcategoryimage: { maxBytes: MAX_IMAGE_BYTES } },
  answer: z.object({}),
})

export const deleteCategory = endpoint({
  method: 'DELETE',
  path: 'productcategory/category',
  audience: 'staff:catalog',
  timing: 'bulk',
  summary: 'Deletes a category; moveTo moves its contents to another one first',
  input: z.object({ id, moveTo }),
  answer: z.object({}),
})

export const orderCategories = endpoint({
  method: 'PUT',
  path: 'admin/categories/order',
  audience: 'staff:catalog',
  summary: 'Reorders categories',
  input: orderInput,
  answer: z.object({}),
})

export const adminCategoryEndpoints = [
  getAdminCategories,
  getAdminCategory,
  createCategory,
  updateCategory,
  deleteCategory,
  orderCategories,
] as const
