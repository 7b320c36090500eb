import { z } from 'zod'
import { endpoint, type Endpoint } from './endpoint.ts'
import { id, limit, listing, moment, picture, text } from './fields.ts'

export const stockSorts = [
  'name',
  'name_desc',
  'available',
  'available_desc',
  'on_hand',
  'on_hand_desc',
] as const
export type StockSort = (typeof stockSorts)[number]

/** Which variants the table of stock shows. */
export const stockFilter = z.strictObject({
  q: listing.q.describe('part of a name, or of a SKU from three characters on'),
  level: z
    .enum(['low', 'out', 'reserved'])
    .optional()
    .describe('low: at or below the mark, but not sold out; reserved: pieces are put aside for orders'),
})
export type StockFilter = z.output<typeof stockFilter>

/** How many are left when somebody should hear of it. */
export const lowMark = z
  .number({ error: 'A mark is a number of pieces' })
  .int('Whole pieces')
  .min(0, 'At least 0')
  .max(100_000, 'At most 100,000')

/** The stock of one variant. `reserved` is what is on hand but put aside for orders. */
export const stockRow = z.object({
  variantid: z.number().int(),
  productid: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  sku: z.string().nullable(),
  picture: picture.nullable(),
  on_hand: z.number().int(),
  reserved: z.number().int(),
  available: z.number().int(),
  low_at: z.number().int().nullable().describe('its own mark; null: the one of the shop'),
})
export type StockRow = z.infer<typeof stockRow>

export const getStock = endpoint({
  method: 'GET',
  path: 'admin/stock',
  audience: 'staff:catalogue',
  summary: 'The stock of every variant, and the mark of the shop below which it is low',
  input: stockFilter.extend({ ...listing, sort: z.enum(stockSorts).default('name') }),
  answer: z.object({ data: z.array(stockRow), total: z.number().int(), low_at: lowMark }),
})

export const movementKinds = ['received', 'reserved', 'released', 'sold', 'returned', 'corrected'] as const

/** One entry of the ledger. */
export const stockMovement = z.object({
  id: z.number().int(),
  kind: z.enum(movementKinds),
  on_hand_change: z.number().int(),
  available_change: z.number().int(),
  on_hand: z.number().int().describe('after it'),
  available: z.number().int().describe('after it'),
  reason: z.string(),
  reference: z.string().nullable().describe('what it belongs to, such as the number of an order'),
  actor: z.string(),
  created_at: moment,
})
export type StockMovement = z.infer<typeof stockMovement>

export const getStockMovements = endpoint({
  method: 'GET',
  path: 'admin/stock/:id/movements',
  audience: 'staff:catalogue',
  summary: 'The ledger of one variant, the newest first',
  input: z.strictObject({
    id,
    before: z.coerce
      .number()
      .int()
      .min(1, 'An id must be at least 1')
      .max(Number.MAX_SAFE_INTEGER)
      .optional()
      .describe('the `next` of the page before'),
    limit: limit.default(50),
  }),
  answer: z.object({
    data: z.object({
      variant: stockRow,
      movements: z.array(stockMovement),
      next: z.number().int().nullable().describe('null: these are the oldest'),
    }),
  }),
})

/** More pieces than this at once are a slip of the finger. */
const most = 1_000_000
const tooMany = 'That is too many'
const pieces = z.number({ error: 'How many pieces?' }).int('Whole pieces').max(most, tooMany)

export const receiveInput = z.strictObject({
  lines: z
    .array(z.strictObject({ variantid: id, quantity: pieces.min(1, 'At least one piece') }))
    .min(1, 'What has arrived?')
    .max(200, 'At most 200 at a time')
    .refine((lines) => new Set(lines.map(({ variantid }) => variantid)).size === lines.length, {
      error: 'Each variant once',
    }),
  note: text(500).trim().default('').describe('such as the number of the delivery note'),
})

export const receiveStock = endpoint({
  method: 'POST',
  path: 'admin/stock/receive',
  audience: 'staff:catalogue',
  summary: 'Books goods that have arrived, of one or several variants; with an Idempotency-Key, once',
  input: receiveInput,
  answer: z.object({ data: z.array(stockRow) }),
})

export const correctInput = z
  .strictObject({
    variantid: id,
    counted: pieces
      .min(0, 'At least 0')
      .optional()
      .describe('pieces that are there, those put aside for orders included'),
    change: pieces
      .min(-most, tooMany)
      .refine((value) => value !== 0, 'By how many?')
      .optional(),
    reason: text(500).trim().min(1, 'Please say why'),
  })
  .refine(({ counted, change }) => (counted === undefined) !== (change === undefined), {
    path: ['counted'],
    error: 'Give either what was counted or the change',
  })

export const correctStock = endpoint({
  method: 'POST',
  path: 'admin/stock/correct',
  audience: 'staff:catalogue',
  summary: 'Sets right what a count has shown, with the reason; with an Idempotency-Key, once',
  input: correctInput,
  answer: z.object({ data: stockRow }),
})

export const updateStock = endpoint({
  method: 'PATCH',
  path: 'admin/stock/:id',
  audience: 'staff:catalogue',
  summary: 'Sets the mark at which a variant is low in stock; null: the mark of the shop',
  input: z.strictObject({ id, low_at: lowMark.nullable() }),
  answer: z.object({ data: stockRow }),
})

export const updateLowMark = endpoint({
  method: 'PUT',
  path: 'admin/stock/low-mark',
  audience: 'staff:catalogue',
  summary: 'Sets the mark of the shop, for variants without one of their own',
  input: z.strictObject({ low_at: lowMark }),
  answer: z.object({}),
})

export const stockEndpoints: readonly Endpoint[] = [
  getStock,
  getStockMovements,
  receiveStock,
  correctStock,
  updateStock,
  updateLowMark,
]
