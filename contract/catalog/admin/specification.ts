import { z } from 'zod'
import { count, created, moveTo, optionalFlag, orderInput } from '../../admin-fields.ts'
import { endpoint } from '../../endpoint.ts'
import { id, listing, text, version } from '../../fields.ts'
import { specification } from '../specification.ts'

const name = text(200).trim().min(1, 'Specification name is required!')

const heading = text(100)
  .trim()
  .optional()
  .describe('heading under which product pages list it, such as "Size and weight"; empty: none')

/** A specification in the dashboard. */
export const adminSpecification = specification.extend({
  heading: z.string().describe('heading under which product pages list it; may be empty'),
  filterable: z.boolean().describe('whether shoppers can filter lists by its values'),
  position: z.number().int(),
  products: count.describe('that have it, except deleted ones'),
  version: z.number().int(),
})
export type AdminSpecification = z.infer<typeof adminSpecification>

export const specificationSorts = ['position', 'name', 'name_desc', 'products', 'products_desc'] as const

export const getAdminSpecifications = endpoint({
  method: 'GET',
  path: 'admin/specifications',
  audience: 'staff:catalog',
  summary: 'Specifications with the numbers of products that have them',
  input: z.strictObject({ ...listing, sort: z.enum(specificationSorts).default('position') }),
  answer: z.object({ data: z.array(adminSpecification), total: count }),
})

export const getAdminSpecification = endpoint({
  method: 'GET',
  path: 'admin/specifications/:id',
  audience: 'staff:catalog',
  summary: 'One specification with the number of products that have it',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminSpecification }),
})

export const createSpecificationInput = z.object({
  specificationName: name,
  heading,
  filterable: optionalFlag,
})

export const createSpecification = endpoint({
  method: 'POST',
  path: 'specification/createspecification',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Creates a specification',
  input: createSpecificationInput,
  answer: created,
})

const editSpecificationInput = z.object({
  specificationid: id,
  specificationName: name,
  heading,
  filterable: optionalFlag,
  version: version.optional(),
})

export const editSpecification = endpoint({
  method: 'POST',
  path: 'specification/editspecification',
  audience: 'staff:catalog',
  summary: 'Changes a specification',
  input: editSpecificationInput,
  answer: z.object({}),
})

export const deleteSpecification = endpoint({
  method: 'POST',
  path: 'specification/deletespecification',
  audience: 'staff:catalog',
  timing: 'bulk',
  summary: 'Deletes a specification; moveTo moves its values to another one first',
  input: z.object({ specificationid: id, moveTo }),
  answer: z.object({}),
})

export const orderSpecifications = endpoint({
  method: 'PUT',
  path: 'admin/specifications/order',
  audience: 'staff:catalog',
  summary: 'Reorders specifications',
  input: orderInput,
  answer: z.object({}),
})

export const adminSpecificationEndpoints = [
  getAdminSpecifications,
  getAdminSpecification,
  createSpecification,
  editSpecification,
  deleteSpecification,
  orderSpecifications,
] as const
