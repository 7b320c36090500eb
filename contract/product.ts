import { z } from 'zod'
import { comment } from './comment.ts'
import { endpoint } from './endpoint.ts'
import {
  amount,
  flag,
  grams,
  id,
  jsonText,
  limit,
  moment,
  nothing,
  page,
  percent,
  picture,
  pieces,
  slug,
  stars,
  text,
  version,
} from './fields.ts'

export const productSorts = ['relevance', 'newest', 'price_asc', 'price_desc', 'name'] as const
export type ProductSort = (typeof productSorts)[number]

/** Which products, in which order, which part of them. Also the form in which a collection's rule is stored. */
export const productFilter = z.object({
  productid: id.optional(),
  productcategoryid: id.optional(),
  productsubcategoryid: id.optional(),
  collectionid: id.optional(),
  q: text(200).optional().describe('search text'),
  minprice: amount.optional().describe('major units, of what the shopper pays'),
  maxprice: amount.optional(),
  instock: flag.optional().describe('true: what can be ordered now; false: what is sold out'),
  is_new: flag.optional(),
  onsale: flag.optional().describe('true: with an offer; false: without'),
  minrating: stars.optional().describe('products whose average of stars is at least this'),
  specs: z
    .record(text(200), z.array(text(1000)).max(50))
    .refine((specs) => Object.keys(specs).length <= 20, 'At most 20 specifications')
    .optional()
    .describe('any of the values of each name: { "Colour": ["Red"] }'),
  sort: z.enum(productSorts).optional().describe('newest, or relevance where q is given'),
  page: page.optional(),
  limit: limit.optional().describe('without page and limit: the whole list, up to 1,000'),
  facets: flag.optional(),
})
export type ProductFilter = z.input<typeof productFilter>

/** What a card shows. Prices are major units of the shop's currency. */
export const productCard = z.object({
  productid: z.number(),
  id: z.number().describe('the same as productid'),
  slug: z.string(),
  productname: z.string(),
  productprice: z.number().describe('the lowest variant price, before the offer'),
  saleprice: z
    .number()
    .describe('what the shopper pays for that variant; equals productprice without an offer'),
  severalprices: z.boolean().describe('true where variants differ in price'),
  productoffer: z.number().describe('percent'),
  productgst: z.number().describe('percent'),
  is_new: z.literal([0, 1]),
  instock: z.boolean(),
  rating: z.number().nullable().describe('average of the stars, one decimal'),
  ratings: z.number().int().describe('how many gave stars'),
  defaultimage: z.string().nullable(),
  pictures: z.array(picture).describe('in a list the first two, of one product all'),
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
  saleprice: z.number().describe('major units, what the shopper pays'),
  stock: z.number().int().describe('pieces that can be ordered now'),
  picture: z.string().nullable().describe('file name of the picture that shows this variant'),
})
export type Variant = z.infer<typeof variant>

/** Everything that a product's own page shows. */
export const productDetail = productCard.extend({
  productdescription: z.string().describe('as it was written: text or simple Markdown'),
  descriptionhtml: z.string().describe('made from the description; safe to insert'),
  productimages: z.array(z.object({ defaultimage: z.string() })),
  previews: z.array(z.object({ previewUrl: z.string() })),
  specificationNames: z.string().describe('comma-separated'),
  specificationDescriptions: z.string().describe('pipe-separated, by position'),
  specifications: z.array(
    z.object({ specificationid: z.number(), name: z.string(), description: z.string() }),
  ),
  options: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  variants: z.array(variant),
  comments: z.array(comment).describe('the newest 20'),
  commentcount: z.number().int(),
  search_title: z.string().nullable(),
  search_description: z.string().nullable(),
})
export type ProductDetail = z.infer<typeof productDetail>

const counted = z.object({ id: z.number(), name: z.string(), count: z.number().int() })

/** How many products each further choice would leave. Prices in major units. */
export const facets = z.object({
  categories: z.array(counted),
  subcategories: z.array(counted),
  price: z.object({ min: z.number(), max: z.number() }).nullable(),
  specs: z.array(
    z.object({ name: z.string(), values: z.array(z.object({ value: z.string(), count: z.number().int() })) }),
  ),
  instock: z.number().int(),
  onsale: z.number().int(),
  ratings: z
    .array(z.object({ min: z.number().int(), count: z.number().int() }))
    .describe('from 4 to 1: how many products have an average of at least so many stars'),
})
export type Facets = z.infer<typeof facets>

export const getProducts = endpoint({
  method: 'POST',
  path: 'product/getproduct',
  audience: 'public',
  summary: 'Products by filter; with productid an array of one, with everything that its page shows',
  input: productFilter,
  answer: z.object({
    response: z.array(z.union([productDetail, productCard])),
    total: z.number().int(),
    facets: facets.optional(),
    meant: z
      .string()
      .optional()
      .describe('what was searched for instead, where the text itself finds nothing'),
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
  summary: 'Up to 8 products like this one: of its subcategory, then of its category, nearest in price first',
  input: z.object({ category_id: id.optional(), exclude_product_id: id }),
  answer: z.object({ data: z.array(productCard) }),
  cache: {},
})

export const productStatus = z.enum(['draft', 'live', 'archived'])
export type ProductStatus = z.infer<typeof productStatus>

/** The bytes that an uploaded picture may have at most. */
export const pictureBytes = 20 * 1024 * 1024

const emptied = <S extends z.ZodType, V extends null | undefined>(schema: S, value: V) =>
  z.preprocess((sent) => (sent === '' ? value : sent), schema) as unknown as z.ZodType<
    z.output<S>,
    z.input<S> | ''
  >

/** A number, or nothing: an empty field of a form. */
const orNothing = <S extends z.ZodType>(schema: S) => emptied(schema.nullable(), null)

const writtenVariant = z.object({
  variantid: id.optional().describe('of one that is there; without it the one with the same options'),
  sku: text(64).nullish(),
  options: z.record(text(100), text(100)).optional().describe('{ "Colour": "Sage" }'),
  price: amount.optional().describe('major units; without it productprice'),
  stock: pieces.optional().describe('pieces that can be sold from now on; without it as many as there are'),
  picture: text(100).nullish().describe('file name of one of the pictures of the product'),
})

/** One of the stored pictures by its file name, or one that comes with the call by its place among productimages. */
const writtenPicture = z.union([
  z.object({ file: text(100), alt: text(250).default('') }),
  z.object({ upload: z.number().int().min(0).max(29), alt: text(250).default('') }),
])

const writtenSpecification = z.object({
  productspecificationid: id,
  productspecificationdescription: text(1000),
})

const productFields = {
  productcategoryid: id,
  productsubcategoryid: orNothing(id).optional(),
  productname: text(200).trim().min(1, 'A name is needed'),
  productdescription: text(20_000).optional(),
  productprice: orNothing(amount)
    .optional()
    .describe('major units; of the variants that do not say their own'),
  productoffer: orNothing(percent).optional().describe('percent'),
  productgst: orNothing(percent).optional().describe('percent'),
  productweight: orNothing(grams).optional().describe('grams of a piece, packed; 0: not known'),
  is_new: flag.optional(),
  productspecification: jsonText(z.array(writtenSpecification).max(100))
    .optional()
    .describe('also as productspecification[0][productspecificationid] and so on'),
  stock: orNothing(pieces).optional().describe('of a product without options'),
  variants: jsonText(z.array(writtenVariant).max(200)).optional(),
  options: jsonText(z.array(text(100)).max(3))
    .optional()
    .describe('["Colour", "Size"]; without it in the order of the first variant'),
  pictures: jsonText(z.array(writtenPicture).max(100))
    .optional()
    .describe('all that the product has, in order; files that are not named here come after them'),
  alt: jsonText(z.array(text(250)).max(100))
    .optional()
    .describe('of the files that come with it, by place; also as alt[0] and so on'),
  slug: emptied(slug.optional(), undefined).optional().describe('made from the name where absent'),
  status: productStatus.optional().describe('live where absent'),
  search_title: text(200).nullish(),
  search_description: text(400).nullish(),
}

const productFiles = { productimages: { maxBytes: pictureBytes, many: true } }

/** What the form of a new product sends. */
export const createProductInput = z.object(productFields)

export const createProduct = endpoint({
  method: 'POST',
  path: 'product/createproduct',
  audience: 'staff:catalogue',
  summary: 'Adds a product; multipart where productimages come with it',
  input: createProductInput,
  files: productFiles,
  answer: z.object({ data: z.object({ productid: z.number().int() }) }),
})

/** What the form of a product that is there sends: what is absent stays as it is. */
export const updateProductInput = z.object({
  ...productFields,
  productcategoryid: id.optional(),
  productname: productFields.productname.optional(),
  productid: id,
  version: version.optional(),
})

export const updateProduct = endpoint({
  method: 'PUT',
  path: 'product/updateproduct',
  audience: 'staff:catalogue',
  summary: 'Changes the given fields of a product; lists are given whole',
  input: updateProductInput,
  files: productFiles,
  answer: z.object({
    data: z.object({ productid: z.number().int(), version: z.number().int() }),
  }),
})

export const deleteProduct = endpoint({
  method: 'DELETE',
  path: 'product/deleteproduct',
  audience: 'staff:catalogue',
  summary:
    'Takes a product out of the shop, or archives one that was ordered; the message says what happened',
  input: z.object({ productid: id, version: version.optional() }),
  answer: z.object({}),
})
