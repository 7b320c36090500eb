import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limit, moment, whole } from '../fields.ts'

/** The id of an event. Ids ascend in the order of events; numbers may be missing. */
const eventId = whole(0, Number.MAX_SAFE_INTEGER, 'An event id')

/** A test delivery is an event of the kind `webhook.test`. */
export const event = z.object({
  id: z.number().int(),
  kind: z.string(),
  at: moment,
  subject: z.string().describe('what the event is about: events of one subject are in order'),
  data: z.record(z.string(), z.unknown()).describe('see the kinds of events'),
})
export type ShopEvent = z.infer<typeof event>

export const getEvents = endpoint({
  method: 'GET',
  path: 'admin/events',
  audience: 'staff:events',
  summary:
    'Lists what happened after an event, in order. Continue with the id of the last one: no event is skipped',
  input: z.strictObject({
    after: eventId.default(0).describe('the id of the last event that you have; 0: from the oldest'),
    limit: limit.default(50),
  }),
  answer: z.object({ data: z.array(event) }),
})
