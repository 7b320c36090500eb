import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, id, version, whole } from '../fields.ts'
import { MAX_QUANTITY } from '../cart/max-quantity.ts'
import { orderTotals, whichOrder } from './order.ts'

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

export const editOrderLinesInput = z.strictObject({
  number: whichOrder.number,
  lines: z.array(line).min(1, 'Change at least one item').max(100, 'Up to 100 different items'),
  version: version.optional(),
  preview: flag.default(false).describe('true: computes the new totals and changes nothing'),
})
export type EditedLine = z.output<typeof editOrderLinesInput>['lines'][number]

export const editOrderLines = endpoint({
  method: 'PATCH',
  path: 'admin/orders/:number/lines',
  audience: 'staff:orders',
  summary:
    'Changes items of an order that is neither paid nor shipped. Other lines stay, and items of the order keep their price',
  input: editOrderLinesInput,
  answer: z.object({
    data: z.object({
      total: z.number().describe('the new total, in major units'),
      before: orderTotals,
      after: orderTotals,
    }),
  }),
})
