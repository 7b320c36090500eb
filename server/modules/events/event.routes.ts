import { getEvents } from '#contract/events/event.ts'
import { route } from '#server/http/route.ts'
import { listEvents } from './event.queries.ts'

export const eventRoutes = [
  route(getEvents, async (input, { db, shop }) => ({ data: await listEvents(db, shop.shopId, input) })),
]
