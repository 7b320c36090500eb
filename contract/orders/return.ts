import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint, fileAnswer } from '../endpoint.ts'
import { flag, id, jsonText, listing, MAX_IMAGE_BYTES, moment, quantity, text } from '../fields.ts'
import { email } from '../identity/auth.ts'
import { MAX_QUANTITY } from '../cart/max-quantity.ts'
import { photo } from '../comments/comment.ts'
import { whichOrder } from './order.ts'
import { typedNumber } from './shopper-order.ts'

export const returnStates = ['requested', 'approved', 'received', 'refunded', 'refused'] as const
export type ReturnState = (typeof returnStates)[number]

const wishes = ['refund', 'exchange'] as const
const reason = text(500).trim()
const units = z.number().int().min(0).max(MAX_QUANTITY)

const returnLine = z.object({
  lineId: z.number().int(),
  productname: z.string(),
  options: z.record(z.string(), z.string()),
  quantity: z.number().int(),
  reason: z.string(),
})

const head = z.object({
  id: z.number().int(),
  kind: z.enum(['return', 'withdrawal']),
  state: z.enum(returnStates),
  wish: z.enum(wishes),
  requestedAt: moment,
  hasLabel: z.boolean().describe('whether a label for sending the items back can be printed now'),
  isRefunded: z.boolean().describe('money of its order was refunded; an order that was never paid has none'),
})

export const requestReturn = endpoint({
  method: 'POST',
  path: 'orders/:number/returns',
  audience: 'visitor',
  created: true,
  summary: 'Asks to send items of an order back; multipart with up to 4 photos of 20 MB',
  input: z.strictObject({
    ...whichOrder,
    lines: jsonText(
      z
        .array(z.strictObject({ lineId: id, quantity, reason: reason.min(1, 'Choose a reason') }))
        .min(1, 'Select items to return')
        .max(100, 'Up to 100 lines'),
    ),
    wish: z
      .enum(wishes, 'Send refund or exchange')
      .default('refund')
      .describe(
        'exchange: a note for staff. The shop refunds what comes back, and another item is a new order',
      ),
  }),
  files: { photos: { maxBytes: MAX_IMAGE_BYTES, many: true } },
  answer: z.object({ data: z.object({ id: z.number().int(), state: z.enum(returnStates) }) }),
})

export const getOrderReturns = endpoint({
  method: 'GET',
  path: 'orders/:number/returns',
  audience: 'visitor',
  summary: 'Lists the returns of an order, and what can still be returned',
  input: z.strictObject(whichOrder),
  answer: z.object({
    data: z.object({
      serial: z.string(),
      refusal: z.string().nullable().describe('why nothing can be returned now; null: it can'),
      lines: z
        .array(returnLine.omit({ reason: true }))
        .describe('what can still be returned, with the quantity left'),
      excluded: z.array(z.string()).describe('names of items that cannot be returned'),
      returns: z
        .array(head.extend({ answer: z.string(), lines: z.array(returnLine), photos: z.array(photo) }))
        .describe('newest first'),
    }),
  }),
})
export type OrderReturns = z.infer<typeof getOrderReturns.answer>['data']

export const getReturnLabel = endpoint({
  method: 'GET',
  path: 'orders/:number/returns/:id/label',
  audience: 'visitor',
  summary: 'Answers the address label of an approved return as PDF of 100 × 150 mm',
  input: z.strictObject({ ...whichOrder, id }),
  answer: fileAnswer,
  media: 'application/pdf',
})

export const withdraw = endpoint({
  method: 'POST',
  path: 'withdrawals',
  audience: 'visitor',
  summary: 'Declares the withdrawal from an order; the answer is the same whether or not it exists',
  input: z.strictObject({
    number: typedNumber,
    email,
    lines: z
      .array(z.strictObject({ lineId: id, quantity }))
      .max(100)
      .optional()
      .describe('absent: the whole order'),
  }),
  answer: z.object({}),
})

export const adminReturn = head.extend({
  photos: z.array(photo).describe('by the customer'),
  number: z.string().describe('of the order, for links'),
  serial: z.string().describe('of the order, for people'),
  customer: z.string(),
  email: z.string(),
  refundDueAt: moment.nullable().describe('of a withdrawal'),
  answer: z.string().describe('to the customer'),
  holdsOrder: z.boolean().describe('staff decide on the page of the order, because items have not shipped'),
  isPaid: z.boolean().describe('money of the order is left to refund'),
  lines: z.array(
    returnLine.extend({
      cancelled: z.number().int().describe('units that were cancelled before they shipped'),
      outside: z.number().int().describe('units of this line of the order that have left and not come back'),
      restocked: z.number().int(),
      damaged: z.number().int(),
      missing: z.number().int(),
    }),
  ),
})
export type AdminReturn = z.infer<typeof adminReturn>

export const getAdminReturns = endpoint({
  method: 'GET',
  path: 'admin/returns',
  audience: 'staff:orders',
  summary: 'Lists returns and withdrawals, newest first; `q` matches the order',
  input: z.strictObject({
    ...listing,
    state: z.enum(returnStates).optional(),
    due: flag
      .default(false)
      .describe(
        'only those whose refund is due: items are back, or a withdrawal is to be refunded within 3 days',
      ),
  }),
  answer: z.object({
    data: z.array(
      adminReturn.omit({ photos: true, lines: true, answer: true, holdsOrder: true, isPaid: true }),
    ),
    total: count,
  }),
})

const which = { id }

export const getAdminReturn = endpoint({
  method: 'GET',
  path: 'admin/returns/:id',
  audience: 'staff:orders',
  summary: 'Reads a return with its lines',
  input: z.strictObject(which),
  answer: z.object({ data: adminReturn }),
})

export const getAdminReturnLabel = endpoint({
  method: 'GET',
  path: 'admin/returns/:id/label',
  audience: 'staff:orders',
  summary: 'Answers the address label of an approved return as PDF of 100 × 150 mm',
  input: z.strictObject(which),
  answer: fileAnswer,
  media: 'application/pdf',
})

const changed = z.object({ data: z.object({ id: z.number().int(), state: z.enum(returnStates) }) })
const message = text(2000).trim().default('')

export const approveReturn = endpoint({
  method: 'POST',
  path: 'admin/returns/:id/approve',
  audience: 'staff:orders',
  summary: 'Approves a return; the customer gets an email with the instructions',
  input: z.strictObject({ ...which, message: message.describe('how to send the items back') }),
  answer: changed,
})

export const receiveReturn = endpoint({
  method: 'POST',
  path: 'admin/returns/:id/receive',
  audience: 'staff:orders',
  summary: 'Records what came back; restocked units go back on sale',
  input: z.strictObject({
    ...which,
    lines: z
      .array(
        z.strictObject({
          lineId: id,
          restocked: units.default(0),
          damaged: units.default(0),
          missing: units.default(0),
        }),
      )
      .max(100)
      .optional()
      .describe('absent: all units came back and are restocked'),
  }),
  answer: changed,
})

export const refundReturn = endpoint({
  method: 'POST',
  path: 'admin/returns/:id/refund',
  audience: 'staff:orders+refunds',
  summary: 'Refunds the units of a return that came back',
  input: z.strictObject({
    ...which,
    shipping: flag.default(false).describe('also refund what is left of the delivery charge'),
  }),
  answer: changed,
})

export const refuseReturn = endpoint({
  method: 'POST',
  path: 'admin/returns/:id/refuse',
  audience: 'staff:orders',
  summary: 'Refuses a return; the customer gets an email with the reason',
  input: z.strictObject({ ...which, message: message.describe('the reason, for the customer') }),
  answer: changed,
})

export const returnEndpoints = [
  requestReturn,
  getOrderReturns,
  getReturnLabel,
  withdraw,
  getAdminReturns,
  getAdminReturn,
  getAdminReturnLabel,
  approveReturn,
  receiveReturn,
  refundReturn,
  refuseReturn,
] as const
