import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { flag, moment, text } from '../fields.ts'
import { orderStatuses, whichOrder } from './order.ts'

/** Why an order is on hold. */
export const orderHold = z.object({
  since: moment,
  refundDueAt: moment.nullable().describe('of the oldest withdrawal'),
  returnId: z.number().int().nullable().describe('of the oldest withdrawal'),
  lines: z
    .array(z.object({ lineId: z.number().int(), productname: z.string(), quantity: z.number().int() }))
    .describe('the withdrawn units that have not shipped'),
})
export type OrderHold = z.infer<typeof orderHold>

const which = { number: whichOrder.number }
const done = z.object({ data: z.object({ status: z.enum(orderStatuses) }) })

export const cancelWithdrawn = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/cancel-withdrawn',
  audience: 'staff:orders',
  summary:
    'Cancels the withdrawn units that have not shipped, restocks them and refunds what was paid for them; without them the order ships, or ends',
  input: z.strictObject(which),
  answer: done,
})

export const releaseOrderInput = z.strictObject({
  ...which,
  reason: text(500).trim().min(1, 'Enter why the order ships after all').describe('for the audit log'),
  keep: flag
    .default(false)
    .describe(
      'true: the withdrawal stays open, because the items come back later; false: it is closed and the customer gets the reason by email',
    ),
})

export const releaseOrder = endpoint({
  method: 'POST',
  path: 'admin/orders/:number/release',
  audience: 'staff:orders',
  summary: 'Releases an order on hold, so that it ships although its buyer has withdrawn',
  input: releaseOrderInput,
  answer: done,
})

export const holdEndpoints = [cancelWithdrawn, releaseOrder] as const
