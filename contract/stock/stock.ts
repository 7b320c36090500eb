import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, limit, listing, moment, image, text } from '../fields.ts'

export const stockSorts = [
  'name',
  'name_desc',
  'available',
  'available_desc',
  'on_hand',
  'on_hand_desc',
] as const
export type StockSort = (typeof stockSorts)[number]

/** Which variants the stock table shows. */
export const stockFilter = z.strictObject({
  q: listing.q.describe('part of a name, or of a SKU from three characters on'),
  level: z
    .enum(['low', 'out', 'reserved'])
    .optional()
    .describe(
      'low: at or below the threshold, but not sold out; out: nothing can be sold; reserved: with units reserved for orders',
    ),
})
export type StockFilter = z.output<typeof stockFilter>

/** Staff are notified when this many units are left. */
export const lowStockThreshold = z
  .number({ error: 'Enter a number of units' })
  .int('Whole numbers only')
  .min(0, 'At least 0')
  .max(100_000, 'At most 100,000')

/**
 * The stock of one variant. `reserved` units are on hand, but belong to orders. Both figures are below 0 if orders have taken
 * more than there was.
 */
export const stockRow = z.object({
  variantid: z.number().int(),
  productid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  sku: z.string().nullable(),
  image: image.nullable(),
  on_hand: z.number().int(),
  reserved: z.number().int(),
  available: z.number().int(),
  low_stock_threshold: z.number().int().nullable().describe('of the variant; null: the one of the shop'),
  tracked: z.boolean().describe('false: the stock is not counted any more; the figures are the last ones'),
  sell_when_sold_out: z.boolean().describe('orders may take more than there is'),
})
export type StockRow = z.infer<typeof stockRow>

export const getStock = endpoint({
  method: 'GET',
  path: 'admin/stock',
  audience: 'staff:catalog',
  summary: 'The stock of every variant whose stock is counted, and the low-stock threshold of the shop',
  input: stockFilter.extend({ ...listing, sort: z.enum(stockSorts).default('name') }),
  answer: z.object({
    data: z.array(stockRow),
    total: z.number().int(),
    low_stock_threshold: lowStockThreshold,
  }),
})

const movementKinds = ['received', 'reserved', 'released', 'sold', 'returned', 'corrected'] as const

/** One entry of the ledger. */
export const stockMovement = z.object({
  id: z.number().int(),
  kind: z.enum(movementKinds),
  on_hand_change: z.number().int(),
  available_change: z.number().int(),
  on_hand: z.number().int().describe('after this entry'),
  available: z.number().int().describe('after this entry'),
  reason: z.string(),
  reference: z.string().nullable().describe('such as an order number'),
  isDraft: z.boolean().describe('the reference is a draft order'),
  actor: z.string(),
  created_at: moment,
})
export type StockMovement = z.infer<typeof stockMovement>

export const getStockMovements = endpoint({
  method: 'GET',
  path: 'admin/stock/:id/movements',
  audience: 'staff:catalog',
  summary: 'The ledger of one variant, newest first',
  input: z.strictObject({
    id,
    before: z.coerce
      .number()
      .int()
      .min(1, 'An id must be at least 1')
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('`next` of the previous page'),
    limit: limit.default(50),
  }),
  answer: z.object({
    data: z.object({
      variant: stockRow,
      movements: z.array(stockMovement),
      next: z.number().int().nullable().describe('null on the last page'),
    }),
  }),
})

/** A larger quantity is taken for a typing error. */
const MAX_UNITS = 1_000_000
const tooMany = 'Too many'
const units = z.number({ error: 'Enter a quantity' }).int('Whole numbers only').max(MAX_UNITS, tooMany)

export const receiveInput = z.strictObject({
  lines: z
    .array(z.strictObject({ variantid: id, quantity: units.min(1, 'At least 1') }))
    .min(1, 'Add at least one item')
    .max(200, 'At most 200 at a time')
    .refine((lines) => new Set(lines.map(({ variantid }) => variantid)).size === lines.length, {
      error: 'Duplicate variant',
    }),
  note: text(500).trim().default('').describe('such as a delivery note number'),
})

export const receiveStock = endpoint({
  method: 'POST',
  path: 'admin/stock/receive',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Books goods that have arrived, of one or several variants',
  input: receiveInput,
  answer: z.object({ data: z.array(stockRow) }),
})

export const correctInput = z
  .strictObject({
    variantid: id,
    counted: units.min(0, 'At least 0').optional().describe('units on hand, reserved ones included'),
    change: units
      .min(-MAX_UNITS, tooMany)
      .refine((value) => value !== 0, 'Enter a number other than 0')
      .optional(),
    reason: text(500).trim().min(1, 'Enter a reason'),
  })
  .refine(({ counted, change }) => (counted === undefined) !== (change === undefined), {
    path: ['counted'],
    error: 'Enter either the counted quantity or the change',
  })

export const correctStock = endpoint({
  method: 'POST',
  path: 'admin/stock/correct',
  audience: 'staff:catalog',
  takesIdempotencyKey: true,
  summary: 'Corrects stock to a count or by a difference, with a reason',
  input: correctInput,
  answer: z.object({ data: stockRow }),
})

export const updateStock = endpoint({
  method: 'PATCH',
  path: 'admin/stock/:id',
  audience: 'staff:catalog',
  summary: 'Sets the low-stock threshold of a variant; null uses that of the shop',
  input: z.strictObject({ id, low_stock_threshold: lowStockThreshold.nullable() }),
  answer: z.object({ data: stockRow }),
})

export const updateLowStockThreshold = endpoint({
  method: 'PUT',
  path: 'admin/stock/low-stock-threshold',
  audience: 'staff:catalog',
  summary: 'Sets the low-stock threshold of the shop, for variants without their own',
  input: z.strictObject({ low_stock_threshold: lowStockThreshold }),
  answer: z.object({}),
})

export const stockEndpoints = [
  getStock,
  getStockMovements,
  receiveStock,
  correctStock,
  updateStock,
  updateLowStockThreshold,
] as const
