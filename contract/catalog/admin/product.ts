import { z } from 'zod'
import { optionalMoment } from '../../admin-fields.ts'
import { customFilter } from '../../custom-fields/custom-value.ts'
import { endpoint } from '../../endpoint.ts'
import {
  amount,
  flag,
  id,
  listing,
  moment,
  nothing,
  percent,
  image,
  MAX_IMAGE_BYTES,
  unitsInStock,
  version,
  whole,
} from '../../fields.ts'
import { productStatus, productTaxFields, variant } from '../product.ts'

/** The sort orders of the product table; each has an index. */
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

/** The filter of the product table, also for bulk changes. */
export const adminProductFilter = z.strictObject({
  q: listing.q.describe('part of a name, or of a SKU from three characters on; a whole barcode'),
  status: productStatus.optional(),
  category: id.optional(),
  subcategory: id.optional(),
  stock: z
    .enum(['in', 'low', 'out'])
    .optional()
    .describe('low: with a variant at its low-stock threshold, but not sold out; in: not sold out'),
  offer: flag.optional(),
  is_new: flag.optional(),
  missing: z
    .enum(['image', 'alt', 'tax'])
    .optional()
    .describe(
      'no image; an image without alt text; no tax class, and staff have not chosen to charge no tax',
    ),
  custom: customFilter,
})
export type AdminProductFilter = z.output<typeof adminProductFilter>

/** A row of the product table. Prices are major units, before the offer. */
export const adminProductRow = z.object({
  productid: z.number().int(),
  productname: z.string(),
  slug: z.string(),
  status: productStatus,
  image: image.nullable(),
  productcategoryid: z.number().int(),
  productcategoryname: z.string(),
  productsubcategoryid: z.number().int().nullable(),
  subcategoryname: z.string().nullable(),
  pricefrom: z.number(),
  priceto: z.number(),
  productoffer: z.number().describe('percent'),
  is_new: z.literal([0, 1]),
  stock: z.number().int().nullable().describe('available units of all variants; null: no stock is counted'),
  variants: z.number().int(),
  variantid: z.number().int().nullable().describe('of a single variant; null for several'),
  created_at: moment,
  updated_at: moment,
  version: z.number().int(),
})
export type AdminProductRow = z.infer<typeof adminProductRow>

export const getAdminProducts = endpoint({
  method: 'GET',
  path: 'admin/products',
  audience: 'staff:catalog',
  summary: 'The product table, drafts and archived products included',
  input: adminProductFilter.extend({ ...listing, sort: z.enum(adminProductSorts).default('newest') }),
  answer: z.object({ data: z.array(adminProductRow), total: z.number().int() }),
})

/** Everything in the product form, with the names of product/updateproduct. */
export const adminProduct = z.object({
  productid: z.number().int(),
  productname: z.string(),
  slug: z.string(),
  status: productStatus,
  productdescription: z.string(),
  productcategoryid: z.number().int(),
  productsubcategoryid: z.number().int().nullable(),
  productprice: z.number().describe('lowest variant price, major units'),
  productoffer: z.number().describe('percent'),
  sale_starts_at: moment.nullable().describe('sale prices count from then on; null: at once'),
  sale_ends_at: moment.nullable().describe('sale prices count until then; null: without end'),
  productgst: z.number().describe('percent'),
  taxclass: z
    .string()
    .nullable()
    .describe('code of its tax class; null: its own percentage, or the class of its category'),
  hsn: z.string().describe('commodity code; empty: none'),
  brand: z.string().describe('empty: unknown'),
  origin: z.string().nullable().describe('country of origin, ISO 3166'),
  productweight: z.number().int().describe('packed weight of one unit in grams; 0: unknown'),
  is_new: z.literal([0, 1]),
  options: z.array(z.string()),
  variants: z.array(
    variant.omit({ saleprice: true, percentoff: true, saleends: true }).extend({
      sale_price: z.number().nullable().describe('major units, while the sale lasts; null: none'),
      shelf: z.string().nullable().describe('where it lies in the stock room, such as A-12-3'),
      cost: z.number().nullable().describe('cost of one unit, major units; null: unknown'),
    }),
  ),
  images: z.array(image.extend({ video: z.string().nullable().describe('address of its page') })),
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
  audience: 'staff:catalog',
  summary: 'One product with all editable fields and its version',
  input: z.strictObject({ id }),
  answer: z.object({ data: adminProduct }),
})

export const patchProduct = endpoint({
  method: 'PATCH',
  path: 'admin/products/:id',
  audience: 'staff:catalog',
  summary: 'Sets price or stock of one variant; variantid is required for products with several',
  input: z.strictObject({
    id,
    version: version.optional(),
    variantid: id.optional(),
    price: amount.optional().describe('major units'),
    stock: unitsInStock.optional(),
  }),
  answer: z.object({ data: adminProductRow }),
})

export const duplicateProduct = endpoint({
  method: 'POST',
  path: 'admin/products/:id/duplicate',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Duplicates a product as a draft, without SKUs and stock',
  input: z.strictObject({ id }),
  answer: z.object({ data: z.object({ productid: z.number().int() }) }),
})

/** The product limit of one call. A selection by filter is changed in parts of this size. */
const MAX_BULK_PRODUCTS = 5_000

export const bulkChange = z
  .strictObject({
    price: z
      .strictObject({
        by: z.enum(['amount', 'percent']),
        value: z
          .number()
          .min(-1_000_000_000)
          .max(1_000_000_000)
          .describe('added to each price in major units or percent; the result is at least 0'),
      })
      .refine(({ by, value }) => by === 'amount' || (value >= -100 && value <= 1000), {
        path: ['value'],
        error: 'Enter -100 to 1,000 percent',
      })
      .optional(),
    productcategoryid: id.optional(),
    productsubcategoryid: id.nullable().optional().describe('null: none; cleared with a new category'),
    productoffer: percent.optional(),
    sale: z
      .strictObject({
        percent: percent.nullable().describe('sale price so far below each price; null: removes sale prices'),
        starts_at: optionalMoment.default(null).describe('null: at once'),
        ends_at: optionalMoment.default(null).describe('null: without end'),
      })
      .refine(({ percent: off }) => off !== 0, { path: ['percent'], error: 'Enter a percentage above 0' })
      .refine(({ starts_at: starts, ends_at: ends }) => !starts || !ends || starts < ends, {
        path: ['ends_at'],
        error: 'The sale must end after it starts',
      })
      .optional(),
    status: productStatus.optional(),
    is_new: flag.optional(),
    taxclass: productTaxFields.taxclass.describe(
      'code of a tax class, which replaces a percentage; null: none',
    ),
    hsn: productTaxFields.hsn,
  })
  .refine(
    (change) => Object.values(change).some((value) => value !== undefined),
    'Choose at least one change',
  )
  .refine((change) => !change.productsubcategoryid || change.productcategoryid, {
    path: ['productcategoryid'],
    error: 'Choose the category of the subcategory',
  })
export type BulkChange = z.output<typeof bulkChange>

/** The changed fields of a product in a bulk change. */
const changed = z
  .object({
    pricefrom: z.number(),
    priceto: z.number(),
    productcategoryname: z.string(),
    subcategoryname: z.string().nullable(),
    productoffer: z.number(),
    salefrom: z.number().nullable().describe('the lowest sale price, whether or not it counts now'),
    sale_starts_at: moment.nullable(),
    sale_ends_at: moment.nullable(),
    status: productStatus,
    is_new: z.literal([0, 1]),
    productgst: z.number(),
    taxclass: z.string().nullable(),
    hsn: z.string(),
  })
  .partial()

export const bulkResult = z.object({
  count: z.number().int().describe('number of selected products in this part'),
  changed: z.number().int().describe('number of products that change'),
  unchanged: z.number().int(),
  free: z.number().int().describe('number of products of which a price becomes 0'),
  changes: z
    .array(
      z.object({ productid: z.number().int(), productname: z.string(), before: changed, after: changed }),
    )
    .describe('of the first 100 changed products'),
  more: z.number().int().describe('number of further changed products'),
  job: z.string().nullable().describe('id of the audit log job; null for a preview'),
  next: z.number().int().nullable().describe('`after` of the next part; null: this was the last'),
})
export type BulkResult = z.infer<typeof bulkResult>

export const bulkProducts = endpoint({
  method: 'POST',
  path: 'admin/products/bulk',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  timing: 'bulk',
  summary: 'Changes many products, all or none of a part; with preview it changes nothing',
  input: z
    .strictObject({
      ids: z.array(id).min(1, 'Select at least one product').max(1000, 'At most 1,000 at a time').optional(),
      filter: adminProductFilter.optional().describe('all matching products, in parts in the order of id'),
      after: id.optional().describe('the part begins after this id; default: with the first product'),
      limit: whole(1, MAX_BULK_PRODUCTS, 'A part').default(MAX_BULK_PRODUCTS).describe('size of a part'),
      change: bulkChange,
      preview: z.boolean().default(false),
      allowfree: z
        .boolean()
        .default(false)
        .describe('a price may become 0; otherwise 409 `becomes_free`, and nothing changes'),
      count: z
        .number()
        .int()
        .min(0)
        .optional()
        .describe('as in the preview of the part, otherwise 409 `selection_changed`'),
    })
    .refine(
      ({ ids, filter }) => (ids === undefined) !== (filter === undefined),
      'Enter either ids or filter',
    ),
  answer: z.object({ data: bulkResult }),
})

export const uploadImage = endpoint({
  method: 'POST',
  path: 'admin/images',
  audience: 'staff:catalog',
  summary: 'Stores an image (multipart: image), which a record must use within an hour',
  input: nothing.strict(),
  files: { image: { maxBytes: MAX_IMAGE_BYTES } },
  answer: z.object({ data: image.omit({ alt: true }) }),
})
