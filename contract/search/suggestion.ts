import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { text } from '../fields.ts'
import { productCard } from '../catalog/product.ts'

/** A product among the search suggestions. Prices are major units of the shop's currency. */
export const suggestedProduct = productCard
  .pick({
    productid: true,
    slug: true,
    productname: true,
    productprice: true,
    saleprice: true,
    severalprices: true,
    productoffer: true,
    productgst: true,
    taxed: true,
    instock: true,
    productcategoryname: true,
  })
  .extend({ image: productCard.shape.images.element.nullable() })
export type SuggestedProduct = z.infer<typeof suggestedProduct>

const suggestions = z.object({
  products: z.array(suggestedProduct).describe('at most 5, best first'),
  categories: z
    .array(z.object({ id: z.number().int(), name: z.string(), slug: z.string() }))
    .describe('at most 3'),
  correctedQuery: z.string().optional().describe('the query that was searched for instead of a misspelt one'),
})
export const getSuggestions = endpoint({
  method: 'GET',
  path: 'search/suggestions',
  audience: 'public',
  summary: 'Products and categories for the text in the search box',
  input: z.strictObject({ q: text(200).default('') }),
  answer: z.object({ data: suggestions }),
  cache: {},
})
