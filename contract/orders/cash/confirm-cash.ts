import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { orderStatuses, whichOrder } from '../order.ts'

export const confirmCashOrder = endpoint({
  method: 'POST',
  path: 'orders/:number/confirm',
  audience: 'visitor',
  summary: 'Confirms a cash order that waits for it; needs the access token of the email',
  input: z.strictObject(whichOrder),
  answer: z.object({ data: z.object({ status: z.enum(orderStatuses) }) }),
})
