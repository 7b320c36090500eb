import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, nothing, image } from '../fields.ts'

export const category = z.object({
  id: z.number(),
  productcategoryname: z.string(),
  productcategoryimage: z.string().nullable(),
  slug: z.string(),
  image: image.nullable(),
})
export type Category = z.infer<typeof category>

export const subcategory = z.object({
  id: z.number(),
  subcategoryname: z.string(),
  subcategoryimage: z.string().nullable(),
  parent_category_id: z.number(),
  slug: z.string(),
  image: image.nullable(),
})
export type Subcategory = z.infer<typeof subcategory>

export const getCategories = endpoint({
  method: 'GET',
  path: 'productcategory/category',
  audience: 'public',
  summary: 'All categories of the shop, in order',
  input: nothing,
  answer: z.object({ data: z.array(category) }),
  cache: {},
})

export const getSubcategories = endpoint({
  method: 'POST',
  path: 'productSubcategory/getSubcategory',
  audience: 'public',
  summary: 'The subcategories of one category, or of all categories',
  input: z.object({ parent_category_id: id.optional() }),
  answer: z.object({ data: z.array(subcategory) }),
  cache: {},
})
