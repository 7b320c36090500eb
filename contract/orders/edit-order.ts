import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, totalAmount, version, whole } from '../fields.ts'
import { MAX_QUANTITY } from '../cart/max-quantity.ts'
import { staffDiscount } from './manual-order.ts'
import { shippingChoice } from './manual-quote.ts'
import { methodId, orderStatuses, whichOrder } from './order.ts'
import { orderTotals } from './order-totals.ts'

const line = z
  .strictObject({
    lineId: id.optional().describe('a line of the order'),
    variantid: id.optional().describe('a variant to add; one that the order has already is that line'),
    quantity: whole(0, MAX_QUANTITY, 'A quantity').describe('0 removes the line'),
  })
  .refine(({ lineId, variantid }) => (lineId === undefined) !== (variantid === undefined), {
    path: ['lineId'],
    error: 'Enter either a line or a variant',
  })

const which = { number: whichOrder.number }

export const editOrderLinesInput = z.strictObject({
  ...which,
  lines: z.array(line).max(100, 'Up to 100 different items').default([]),
  discount: staffDiscount
    .nullish()
    .describe('on all items, in place of the present one; null removes it; absent: it stays'),
  shippingMethod: methodId.optional().describe('absent: it stays'),
  paymentMethod: methodId
    .optional()
    .describe('how the customer pays what is due of a paid order; absent: as before'),
  version: version.optional(),
  preview: flag.default(false).describe('true: computes the new totals and changes nothing'),
})
export type EditedLine = z.output<typeof editOrderLinesInput>['lines'][number]

/** What a change of the total does to the money of an order, in major units. */
export const settlement = z.object({
  due: z.number().describe('what is left to pay; a paid order does not ship before'),
  refund: z.number().describe('what goes back to the customer'),
  refundTo: z
    .array(
      z.object({
        name: z.string().describe('of the payment method'),
        amount: z.number(),
        isManual: z.boolean().describe('staff have to send the money'),
      }),
    )
    .describe('where `refund` goes, the latest payment first'),
  paymentMethods: z
    .array(z.object({ id: methodId, name: z.string() }))
    .describe('the ways to pay `due` of a paid order, the chosen one first'),
})
export type Settlement = z.infer<typeof settlement>

export const editOrderLines = endpoint({
  method: 'PATCH',
  path: 'admin/orders/:number/lines',
  audience: 'staff:orders',
  summary:
    'Changes items, discount and delivery of an order that has neither shipped nor an invoice. Its items keep their price. What a paid order costs more is paid by link, and what it costs less is refunded',
  input: editOrderLinesInput,
  answer: z.object({
    data: settlement.extend({
      total: z.number().describe('the new total, in major units'),
      before: orderTotals,
      after: orderTotals,
      shippingMethod: methodId,
      shippingMethods: z.array(shippingChoice).describe('what the order can be sent by'),
      revision: id.nullable().describe('to undo the edit; null: a preview, or nothing changed'),
    }),
  }),
})
export type EditedOrder = z.infer<typeof editOrderLines.answer>['data']

export const undoOrderEdit = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/revisions/:id/undo',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary:
    'Undoes the latest edit of an order, as long as nothing of it was paid, refunded or shipped. The customer gets an email',
  input: z.strictObject({ ...which, id }),
  answer: z.object({ data: settlement.pick({ due: true, refund: true }) }),
})

export const markOrderPaid = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/paid',
  audience: 'staff:orders',
  takesIdempotencyKey: true,
  summary: 'Records that staff have received what was due of an edited order',
  input: z.strictObject({
    ...which,
    amount: totalAmount.describe('major units, as staff saw it; any other answers 409 amount_changed'),
  }),
  answer: z.object({ data: z.object({ status: z.enum(orderStatuses) }) }),
})

/** An edit of an order. */
export const orderRevision = z.object({
  id,
  eventId: z.number().int().describe('its entry in the timeline'),
  isUndone: z.boolean(),
  canUndo: z.boolean().describe('it is the latest edit, and nothing has moved since'),
  before: orderTotals,
  after: orderTotals,
})
export type OrderRevision = z.infer<typeof orderRevision>

export const editOrderEndpoints = [editOrderLines, undoOrderEdit, markOrderPaid] as const
