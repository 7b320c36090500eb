import { z } from 'zod'
import { comment, ratingSummary } from '../comments/comment.ts'
import { question } from '../comments/question.ts'
import { endpoint } from '../endpoint.ts'
import { shownDetail } from './shown-detail.ts'
import { countryCode, taxClassCode } from '../tax/tax-rate.ts'
import { optionalMoment } from '../admin-fields.ts'
import { productImage } from './product-image.ts'
import { writtenImage, writtenSpecification, writtenVariant } from './written-product.ts'
import { facets } from './facets.ts'
import {
  amount,
  flag,
  emptied,
  grams,
  id,
  jsonText,
  limit,
  moment,
  nothing,
  orNull,
  page,
  percent,
  image,
  MAX_IMAGE_BYTES,
  unitsInStock,
  slug,
  stars,
  text,
  version,
} from '../fields.ts'

export const productSorts = ['relevance', 'newest', 'price_asc', 'price_desc', 'name'] as const
/** Filter, order and page of a product list. A collection rule is stored in the same form. */
export const productFilter = z.object({
  productid: id.optional(),
  productcategoryid: id.optional(),
  productsubcategoryid: id.optional(),
  collectionid: id.optional(),
  q: text(200).optional().describe('search text'),
  minprice: amount.optional().describe('major units, after the offer'),
  maxprice: amount.optional(),
  instock: flag.optional().describe('true: in stock; false: sold out'),
  is_new: flag.optional(),
  onsale: flag.optional().describe('true: with an offer or a sale price now; false: without'),
  minrating: stars.optional().describe('lowest average rating'),
  specs: z
    .record(text(200), z.array(text(1000)).max(50))
    .refine((specs) => Object.keys(specs).length <= 20, 'At most 20 specifications')
    .optional()
    .describe('for each name, any of its values: { "Colour": ["Red"] }'),
  sort: z.enum(productSorts).optional().describe('default: relevance with q, otherwise newest'),
  page: page.optional(),
  limit: limit.optional().describe('without page and limit: the whole list, up to 1,000'),
  facets: flag.optional(),
})
export type ProductFilter = z.input<typeof productFilter>

/** The data of a product card. Prices are major units of the shop's currency. */
export const productCard = z.object({
  productid: z.number(),
  id: z.number().describe('the same as productid'),
  slug: z.string(),
  productname: z.string(),
  productprice: z.number().describe('the price of the cheapest variant, before offer and sale price'),
  saleprice: z.number().describe('what that variant costs now'),
  severalprices: z.boolean().describe('whether variants differ in price'),
  productoffer: z.number().describe('percent'),
  percentoff: z.number().int().describe('what shoppers save on that variant now, in whole percent'),
  productgst: z.number().describe('its own percentage of tax; 0: that of its tax class'),
  taxed: z.boolean().describe('whether tax is charged on it in the country of the shop'),
  is_new: z.literal([0, 1]).describe('1: marked as new and created in the last 30 days'),
  instock: z.boolean(),
  simple: z.boolean().describe('there is nothing to choose'),
  colours: z
    .array(z.object({ name: z.string(), hex: z.string().nullable() }))
    .describe('the values of its option Colour; hex (#rrggbb) if the name is a known colour'),
  rating: z.number().nullable().describe('average rating, one decimal'),
  ratings: z.number().int().describe('number of ratings'),
  defaultimage: z.string().nullable(),
  images: z.array(image).describe('all images, or the first two in lists'),
  productcategoryid: z.number(),
  productcategoryname: z.string(),
  productsubcategoryid: z.number().nullable(),
  subcategoryname: z.string().nullable(),
  created_at: moment,
})
export type ProductCard = z.infer<typeof productCard>

export const variant = z.object({
  variantid: z.number(),
  sku: z.string().nullable(),
  options: z.record(z.string(), z.string()),
  price: z.number().describe('major units, before the offer'),
  saleprice: z
    .number()
    .describe('major units; what it costs now: the offer or the sale price, whichever is lower'),
  percentoff: z.number().int().describe('what shoppers save now, in whole percent'),
  saleends: moment.nullable().describe('when a sale price that counts now ends'),
  stock: z
    .number()
    .int()
    .nullable()
    .describe('units in stock; null: not counted, always in stock. For staff below 0 if orders took more'),
  tracked: z.boolean().describe('whether its stock is counted'),
  sellwhensoldout: z.boolean().describe('it can be ordered when it is sold out, on backorder'),
  image: z.string().nullable().describe('file name of the image that shows this variant'),
  barcode: z.string().nullable().describe('GTIN: 8, 12, 13 or 14 digits'),
  mpn: z.string().nullable().describe('the number that the maker gives it'),
})
export type Variant = z.infer<typeof variant>

/** Everything that a product page shows. */
export const productDetail = productCard.extend({
  images: z.array(productImage),
  productdescription: z.string().describe('as written: text or simple Markdown'),
  brand: z.string().nullable().describe('its maker or label, or its specification “Brand”'),
  origin: z.string().nullable().describe('country of origin, ISO 3166'),
  descriptionhtml: z.string().describe('rendered description, safe to insert'),
  productimages: z.array(z.object({ defaultimage: z.string() })),
  previews: z.array(z.object({ previewUrl: z.string() })),
  specificationNames: z.string().describe('comma-separated'),
  specificationDescriptions: z.string().describe('pipe-separated, by position'),
  details: z
    .array(shownDetail)
    .describe('brand, country of origin and public custom fields, unless a specification has that name'),
  specifications: z.array(
    z.object({
      specificationid: z.number(),
      name: z.string(),
      description: z.string(),
      heading: z.string().describe('heading under which to list it; may be empty'),
    }),
  ),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(variant),
  sizeguide: z
    .string()
    .nullable()
    .describe('slug of the content page with the size guide of its subcategory, or else of its category'),
  comments: z.array(comment).describe('the newest 20'),
  commentcount: z.number().int(),
  ratingsummary: ratingSummary,
  questions: z.array(question).describe('the newest 10'),
  questioncount: z.number().int(),
  search_title: z.string().nullable(),
  search_description: z.string().nullable(),
})
export type ProductDetail = z.infer<typeof productDetail>

export const getProducts = endpoint({
  method: 'POST',
  path: 'product/getproduct',
  audience: 'public',
  summary: 'Products by filter; with productid an array of one product with all its details',
  input: productFilter,
  answer: z.object({
    response: z.array(z.union([productDetail, productCard])),
    total: z.number().int(),
    facets: facets.optional(),
    correctedQuery: z
      .string()
      .optional()
      .describe('the query that was searched for instead of a misspelt one'),
  }),
  cache: { product: (input) => input.productid },
})

export const getNewArrivals = endpoint({
  method: 'POST',
  path: 'newarrivals/getnewarrivalsproduct',
  audience: 'public',
  summary: 'The 8 newest products',
  input: nothing,
  answer: z.object({ response: z.array(productCard) }),
  cache: {},
})

export const getRelatedProducts = endpoint({
  method: 'POST',
  path: 'product/getrelatedproducts',
  audience: 'public',
  summary: 'Up to 8 similar products: from its subcategory, then its category, each by closest price',
  input: z.object({ category_id: id.optional(), exclude_product_id: id }),
  answer: z.object({ data: z.array(productCard) }),
  cache: {},
})

export const productStatus = z.enum(['draft', 'live', 'archived'])
export type ProductStatus = z.infer<typeof productStatus>

/** What decides the tax of a product, and its code on invoices. */
export const productTaxFields = {
  taxclass: orNull(taxClassCode).optional().describe('code of a tax class; empty: none'),
  hsn: text(10)
    .trim()
    .regex(/^\d*$/, 'A commodity code has up to 10 digits')
    .optional()
    .describe('commodity code for invoices: HSN in India, CN in the EU'),
}

const productFields = {
  productcategoryid: id,
  productsubcategoryid: orNull(id).optional(),
  productname: text(200).trim().min(1, 'Enter a name'),
  productdescription: text(20_000).optional(),
  productprice: orNull(amount).optional().describe('major units; for variants without a price'),
  productoffer: orNull(percent).optional().describe('percent'),
  sale_starts_at: optionalMoment.optional().describe('sale prices count from then on; null: at once'),
  sale_ends_at: optionalMoment.optional().describe('sale prices count until then; null: without end'),
  productgst: orNull(percent).optional().describe('percent; 0 with a tax class'),
  ...productTaxFields,
  brand: text(100).optional().describe('its maker or label; empty: unknown'),
  origin: orNull(countryCode).optional().describe('country of origin, ISO 3166'),
  productweight: orNull(grams).optional().describe('packed weight of one unit in grams; 0: unknown'),
  is_new: flag.optional(),
  productspecification: jsonText(z.array(writtenSpecification).max(100))
    .optional()
    .describe('also as productspecification[0][productspecificationid] etc.'),
  stock: orNull(unitsInStock).optional().describe('for a product without options'),
  variants: jsonText(z.array(writtenVariant).max(200)).optional(),
  options: jsonText(z.array(text(100)).max(3))
    .optional()
    .describe('["Colour", "Size"]; default: the order of the first variant'),
  images: jsonText(z.array(writtenImage).max(100))
    .optional()
    .describe('all product images in order; other uploaded files follow them'),
  alt: jsonText(z.array(text(250)).max(100))
    .optional()
    .describe('alt texts of the uploaded files, by index; also as alt[0] etc.'),
  slug: emptied(slug.optional(), undefined).optional().describe('derived from the name by default'),
  status: productStatus.optional().describe('live by default'),
  search_title: text(200).nullish(),
  search_description: text(400).nullish(),
}

const productFiles = { productimages: { maxBytes: MAX_IMAGE_BYTES, many: true } }

/** Reports a missing price together with all other issues: the check also runs on input that has some. */
const pricedProduct = {
  path: ['productprice'],
  error: 'Enter a price',
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
}

/** Whether the product has a price, or each of its variants. Only a list that was read counts. */
const hasPrice = ({ productprice: price, variants }: { productprice?: unknown; variants?: unknown }) =>
  (price !== undefined && price !== null) ||
  (Array.isArray(variants) &&
    variants.length > 0 &&
    variants.every((one: { price?: unknown } | null) => one?.price !== undefined))

/** Input of the form for a new product. */
export const createProductInput = z.object(productFields).refine(hasPrice, pricedProduct)

export const createProduct = endpoint({
  method: 'POST',
  path: 'product/createproduct',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Creates a product; multipart with productimages',
  input: createProductInput,
  files: productFiles,
  answer: z.object({ data: z.object({ productid: z.number().int() }) }),
})

/** Input of the form for an existing product; absent fields stay as they are. */
export const updateProductInput = z
  .object({
    ...productFields,
    productcategoryid: id.optional(),
    productname: productFields.productname.optional(),
    productid: id,
    version: version.optional(),
  })
  .refine((sent) => !sent.variants?.length || hasPrice(sent), pricedProduct)

export const updateProduct = endpoint({
  method: 'PUT',
  path: 'product/updateproduct',
  audience: 'staff:catalog',
  summary: 'Changes the given fields of a product; lists replace the stored ones',
  input: updateProductInput,
  files: productFiles,
  answer: z.object({
    data: z.object({ productid: z.number().int(), version: z.number().int() }),
  }),
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: 'product/deleteproduct',
  audience: 'staff:catalog',
  summary: 'Deletes a product, or archives it if it has orders; the message says which',
  input: z.object({ productid: id, version: version.optional() }),
  answer: z.object({}),
})
