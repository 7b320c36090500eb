import { z } from 'zod'
import { count } from '../admin-fields.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, listing, moment, quantity, text } from '../fields.ts'
import { email } from '../identity/auth.ts'
import { MAX_QUANTITY } from '../cart/max-quantity.ts'
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
  isRefunded: z.boolean().describe('money of its order was refunded; an order that was never paid has none'),
})

export const requestReturn = endpoint({
  method: 'POST',
  path: 'orders/:number/returns',
  audience: 'visitor',
  created: true,
  summary: 'Asks to send items of an order back',
  input: z.strictObject({
    ...whichOrder,
    lines: z
      .array(z.strictObject({ lineId: id, quantity, reason: reason.min(1, 'Choose a reason') }))
      .min(1, 'Select items to return')
      .max(100, 'Up to 100 lines'),
    wish: z
      .enum(wishes, 'Send refund or exchange')
      .default('refund')
      .describe(
        'exchange: a note for staff. The shop refunds what comes back, and another item is a new order',
      ),
  }),
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
      returns: z
        .array(head.extend({ answer: z.string(), lines: z.array(returnLine) }))
        .describe('newest first'),
    }),
  }),
})
export type OrderReturns = z.infer<typeof getOrderReturns.answer>['data']

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
  input: z.strictObject({ ...listing, state: z.enum(returnStates).optional() }),
  answer: z.object({
    data: z.array(adminReturn.omit({ lines: true, answer: true, holdsOrder: true, isPaid: true })),
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
  withdraw,
  getAdminReturns,
  getAdminReturn,
  approveReturn,
  receiveReturn,
  refundReturn,
  refuseReturn,
] as const
