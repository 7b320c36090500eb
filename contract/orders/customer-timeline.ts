import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id } from '../fields.ts'
import { orderEvent } from './order.ts'

export const getCustomerTimeline = endpoint({
  method: 'GET',
  path: 'admin/customers/:id/timeline',
  audience: 'staff:orders',
  summary: 'What happened to the orders of a customer, with an account or a guest',
  input: z.strictObject({ id }),
  answer: z.object({
    data: z
      .array(
        orderEvent.extend({
          number: z.string().describe('of the order, for links'),
          serial: z.string().describe('of the order, for people'),
        }),
      )
      .describe('the latest 20 of the latest 50 orders, newest first'),
  }),
})
export type CustomerTimelineEvent = z.infer<typeof getCustomerTimeline.answer>['data'][number]
