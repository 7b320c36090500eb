import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { productCard } from './product.ts'

/** A product as it is offered while somebody types. Prices are major units of the shop's currency. */
export const suggestedProduct = productCard
  .pick({
    productid: true,
    slug: true,
    productname: true,
    productprice: true,
    saleprice: true,
    severalprices: true,
    productoffer: true,
    instock: true,
    productcategoryname: true,
  })
  .extend({ picture: productCard.shape.pictures.element.nullable() })
export type SuggestedProduct = z.infer<typeof suggestedProduct>

export const suggestions = z.object({
  products: z.array(suggestedProduct).describe('at most 5, the best first'),
  categories: z
    .array(z.object({ id: z.number().int(), name: z.string(), slug: z.string() }))
    .describe('at most 3'),
  meant: z.string().optional().describe('what was looked for instead, where the text itself finds nothing'),
})
export type Suggestions = z.infer<typeof suggestions>

export const getSuggestions = endpoint({
  method: 'GET',
  path: 'search/suggestions',
  audience: 'public',
  summary: 'Products and categories for what is being typed into the search box',
  input: z.strictObject({ q: text(200).default('') }),
  answer: z.object({ data: suggestions }),
  cache: {},
})
