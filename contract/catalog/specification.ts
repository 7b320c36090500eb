import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { nothing } from '../fields.ts'

export const specification = z.object({
  specificationid: z.number(),
  specificationName: z.string(),
})
export type Specification = z.infer<typeof specification>

export const getSpecifications = endpoint({
  method: 'POST',
  path: 'specification/getspecification',
  audience: 'public',
  summary: 'All specifications of the shop, in order',
  input: nothing,
  answer: z.object({ data: z.array(specification) }),
  cache: {},
})
