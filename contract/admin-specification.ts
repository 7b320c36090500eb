import { z } from 'zod'
import { count, created, moveTo, optionalFlag, orderInput } from './admin-fields.ts'
import { endpoint } from './endpoint.ts'
import { id, listing, text, version } from './fields.ts'
import { specification } from './specification.ts'

const name = text(200).trim().min(1, 'Specification name is required!')

/** The name of a specification as the dashboard lists it. */
export const adminSpecification = specification.extend({
  filterable: z.boolean().describe('whether shoppers can narrow lists by its values'),
  position: z.number().int(),
  products: count.describe('that have it, deleted ones aside'),
  version: z.number().int(),
})
export type AdminSpecification = z.infer<typeof adminSpecification>

export const specificationSorts = ['position', 'name', 'name_desc', 'products', 'products_desc'] as const

export const getAdminSpecifications = endpoint({
  method: 'GET',
  path: 'admin/specifications',
  audience: 'staff:catalogue',
  summary: 'Names of specifications with the numbers of products that have them',
  input: z.strictObject({ ...listing, sort: z.enum(specificationSorts).default('position') }),
  answer: z.object({ data: z.array(adminSpecification), total: count }),
})

export const createSpecificationInput = z.object({ specificationName: name, filterable: optionalFlag })

export const createSpecification = endpoint({
  method: 'POST',
  path: 'specification/createspecification',
  audience: 'staff:catalogue',
  summary: 'Adds the name of a specification',
  input: createSpecificationInput,
  answer: created,
})

export const editSpecificationInput = z.object({
  specificationid: id,
  specificationName: name,
  filterable: optionalFlag,
  version: version.optional(),
})

export const editSpecification = endpoint({
  method: 'POST',
  path: 'specification/editspecification',
  audience: 'staff:catalogue',
  summary: 'Gives a specification another name',
  input: editSpecificationInput,
  answer: z.object({}),
})

export const deleteSpecification = endpoint({
  method: 'POST',
  path: 'specification/deletespecification',
  audience: 'staff:catalogue',
  summary: 'Deletes a specification; what products say under it can be moved to another one',
  input: z.object({ specificationid: id, moveTo }),
  answer: z.object({}),
})

export const orderSpecifications = endpoint({
  method: 'PUT',
  path: 'admin/specifications/order',
  audience: 'staff:catalogue',
  summary: 'Puts specifications in order',
  input: orderInput,
  answer: z.object({}),
})
