import { z } from 'zod'
import { schemaProperties } from '../custom-fields/custom-field.ts'

/** A fact of a product that is no specification, as the product page shows it. */
export const shownDetail = z.object({
  name: z.string(),
  description: z.string(),
  link: z.string().optional().describe('where the description leads: a web address or a page of this shop'),
  image: z.string().optional().describe('file name of an image in place of the description'),
  property: z.enum(schemaProperties).optional().describe('the property of schema.org/Product that it fills'),
})
