import { z } from 'zod'
import { pageSlug } from '../content/admin-page.ts'

/** The choice of a size guide in the forms of categories and subcategories. */
export const sizeguide = z
  .union([z.literal(''), pageSlug])
  .optional()
  .describe('slug of the content page with the size guide of its products; empty: none')
