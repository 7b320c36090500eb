import { z } from 'zod'
import { amount, id, orNull, text, unitsInStock } from '../fields.ts'
import { barcode } from './gtin.ts'

/** A variant as staff write it. */
export const writtenVariant = z.object({
  variantid: id.optional().describe('of an existing variant; default: the one with the same options'),
  sku: text(64).nullish(),
  options: z.record(text(100), text(100)).optional().describe('{ "Colour": "Sage" }'),
  price: amount.optional().describe('major units; default: productprice'),
  stock: unitsInStock.optional().describe('units that can be sold from now on; default: unchanged'),
  tracked: z.boolean().optional().describe('whether its stock is counted; default: unchanged, or true'),
  sellwhensoldout: z
    .boolean()
    .optional()
    .describe('whether orders may take more than there is; default: unchanged, or false'),
  sale_price: orNull(amount)
    .optional()
    .describe('major units, while the sale lasts; absent: unchanged; null: none'),
  image: text(100).nullish().describe('file name of a product image'),
  barcode: orNull(barcode).optional().describe('GTIN; absent: unchanged; null: none'),
  mpn: text(70).nullish().describe('the number that the maker gives it; absent: unchanged'),
  shelf: text(40).nullish().describe('where it lies in the stock room, such as A-12-3; absent: unchanged'),
  cost: orNull(amount).optional().describe('cost of one unit, major units; absent: unchanged; null: unknown'),
})

const video = text(300)
  .nullish()
  .describe(
    'address of a video on YouTube or Vimeo, of which it is the poster; absent: unchanged; null: none',
  )

/** A stored image by its file name, or an uploaded one by its index in productimages. */
export const writtenImage = z.union([
  z.object({ file: text(100), alt: text(250).default(''), video }),
  z.object({ upload: z.number().int().min(0).max(29), alt: text(250).default(''), video }),
])

/** A specification of a product. */
export const writtenSpecification = z.object({
  productspecificationid: id,
  productspecificationdescription: text(1000).trim().min(1, 'Enter a description'),
})
