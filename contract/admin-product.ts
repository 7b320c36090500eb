import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { amount, flag, id, listing, moment, nothing, percent, picture, pieces, version } from './fields.ts'
import { pictureBytes, productStatus, variant } from './product.ts'

/** The orders of the table of products; each has an index. */
export const adminProductSorts = [
  'newest',
  'oldest',
  'updated',
  'name',
  'name_desc',
  'price',
  'price_desc',
  'stock',
  'stock_desc',
] as const
export type AdminProductSort = (typeof adminProductSorts)[number]

/** Which products the table shows; a bulk change takes the same. */
export const adminProductFilter = z.strictObject({
  q: listing.q.describe('part of a name, or of a SKU from three characters on'),
  status: productStatus.optional(),
  category: id.optional(),
  subcategory: id.optional(),
  stock: z
    .enum(['in', 'low', 'out'])
    .optional()
    .describe('low: a variant has come down to its mark, and is not sold out; in: any'),
  offer: flag.optional(),
  is_new: flag.optional(),
  missing: z.enum(['picture', 'alt']).optional().describe('without a picture; with one that has no alt text'),
})
export type AdminProductFilter = z.output<typeof adminProductFilter>

/** A row of the table. Prices are major units, before the offer. */
export const adminProductRow = z.object({
  productid: z.number().int(),
  productname: z.string(),
  slug: z.string(),
  status: productStatus,
  picture: picture.nullable(),
  productcategoryid: z.number().int(),
  productcategoryname: z.string(),
  productsubcategoryid: z.number().int().nullable(),
  subcategoryname: z.string().nullable(),
  pricefrom: z.number(),
  priceto: z.number(),
  productoffer: z.number().describe('percent'),
  is_new: z.literal([0, 1]),
  stock: z.number().int().describe('pieces of all variants that can be sold'),
  variants: z.number().int(),
  variantid: z.number().int().nullable().describe('of the only variant; null where there are several'),
  created_at: moment,
  updated_at: moment,
  version: z.number().int(),
})
export type AdminProductRow = z.infer<typeof adminProductRow>

export const getAdminProducts = endpoint({
  method: 'GET',
  path: 'admin/products',
  audience: 'staff:catalogue',
  summary: 'The table of products, those that shoppers do not see included',
  input: adminProductFilter.extend({ ...listing, sort: z.enum(adminProductSorts).default('newest') }),
  answer: z.object({ data: z.array(adminProductRow), total: z.number().int() }),
})

/** Everything that the form of a product holds, under the names that product/updateproduct takes. */
export const adminProduct = z.object({
  productid: z.number().int(),
  productname: z.string(),
  slug: z.string(),
  status: productStatus,
  productdescription: z.string(),
  productcategoryid: z.number().int(),
  productsubcategoryid: z.number().int().nullable(),
  productprice: z.number().describe('the lowest of its variants, major units'),
  productoffer: z.number().describe('percent'),
  productgst: z.number().describe('percent'),
  productweight: z.number().int().describe('grams of a piece, packed; 0: not known'),
  is_new: z.literal([0, 1]),
  options: z.array(z.string()),
  variants: z.array(variant.omit({ saleprice: true })),
  pictures: z.array(picture),
  productspecification: z.array(
    z.object({
      productspecificationid: z.number().int(),
      productspecificationdescription: z.string(),
      name: z.string(),
    }),
  ),
  search_title: z.string().nullable(),
  search_description: z.string().nullable(),
  created_at: moment,
  updated_at: moment,
  version: z.number().int(),
})
export type AdminProduct = z.infer<typeof adminProduct>

export const getAdminProduct = endpoint({
  method: 'GET',
  path: 'admin/products/:id',
  audience: 'staff:catalogue',
  summary: 'One product with everything that can be edited, and its version',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminProduct }),
})

export const patchProduct = endpoint({
  method: 'PATCH',
  path: 'admin/products/:id',
  audience: 'staff:catalogue',
  summary: 'Sets price or stock in the table; variantid where the product has several variants',
  input: z.strictObject({
    id,
    version: version.optional(),
    variantid: id.optional(),
    price: amount.optional().describe('major units'),
    stock: pieces.optional(),
  }),
  answer: z.object({ data: adminProductRow }),
})

export const duplicateProduct = endpoint({
  method: 'POST',
  path: 'admin/products/:id/duplicate',
  audience: 'staff:catalogue',
  summary: 'Makes a draft like this product, without SKUs and stock',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ productid: z.number().int() }) }),
})

/** The most products that one bulk change takes. */
export const bulkLimit = 5_000

export const bulkChange = z
  .strictObject({
    price: z
      .strictObject({
        by: z.enum(['amount', 'percent']),
        value: z
          .number()
          .min(-1_000_000_000)
          .max(1_000_000_000)
          .describe('added to each price: major units, or percent of it; never below 0'),
      })
      .refine(({ by, value }) => by === 'amount' || (value >= -100 && value <= 1000), {
        path: ['value'],
        error: 'Between -100 and 1,000 percent',
      })
      .optional(),
    productcategoryid: id.optional(),
    productsubcategoryid: id.nullable().optional().describe('null: none; taken away with another category'),
    productoffer: percent.optional(),
    status: productStatus.optional(),
    is_new: flag.optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'What is to be changed?')
  .refine((change) => !change.productsubcategoryid || change.productcategoryid, {
    path: ['productcategoryid'],
    error: 'A subcategory needs its category',
  })
export type BulkChange = z.output<typeof bulkChange>

/** What a bulk change shows of a product; only what it changes. */
const changed = z
  .object({
    pricefrom: z.number(),
    priceto: z.number(),
    productcategoryname: z.string(),
    subcategoryname: z.string().nullable(),
    productoffer: z.number(),
    status: productStatus,
    is_new: z.literal([0, 1]),
  })
  .partial()

export const bulkResult = z.object({
  count: z.number().int().describe('how many products are meant'),
  changed: z.number().int().describe('how many of them are changed by this'),
  unchanged: z.number().int(),
  changes: z
    .array(
      z.object({ productid: z.number().int(), productname: z.string(), before: changed, after: changed }),
    )
    .describe('of the first 100 that are changed'),
  more: z.number().int().describe('how many are changed beside those'),
  job: z.string().nullable().describe('names the whole change in the history; null for a preview'),
})
export type BulkResult = z.infer<typeof bulkResult>

export const bulkProducts = endpoint({
  method: 'POST',
  path: 'admin/products/bulk',
  audience: 'staff:catalogue',
  summary: 'Changes many products in one go, all or none; with preview it only says what would change',
  input: z
    .strictObject({
      ids: z.array(id).min(1, 'Which products?').max(1000, 'At most 1,000 at a time').optional(),
      filter: adminProductFilter.optional().describe('all that match, up to 5,000'),
      change: bulkChange,
      preview: z.boolean().default(false),
      count: z.number().int().min(0).optional().describe('as the preview told; else 409 `selection_changed`'),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Give either ids or filter'),
  answer: z.object({ data: bulkResult }),
})

export const uploadPicture = endpoint({
  method: 'POST',
  path: 'admin/pictures',
  audience: 'staff:catalogue',
  summary: 'Stores a picture (multipart: picture) for a record that will name it within the hour',
  input: nothing.strict(),
  files: { picture: { maxBytes: pictureBytes } },
  answer: z.object({ data: picture.omit({ alt: true }) }),
})
