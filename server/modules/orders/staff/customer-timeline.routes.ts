import { getCustomerTimeline, type CustomerTimelineEvent } from '#contract/orders/customer-timeline.ts'
import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { personalRoute } from '#server/http/route.ts'
import { eventText } from '../order/order.rules.ts'

const MAX_ORDERS = 50
const MAX_EVENTS = 20

export const customerTimelineRoutes = [
  personalRoute(getCustomerTimeline, async ({ id }, { db, shop }) => ({
    data: await listCustomerEvents(db, shop.shopId, id),
  })),
]

/** The latest events of the latest orders of a customer, newest first; none for an unknown customer. */
async function listCustomerEvents(
  db: Database,
  shopId: number,
  customerId: number,
): Promise<CustomerTimelineEvent[]> {
  const { rows } = await sql<{
    id: number
    at: Date
    kind: string
    note: string
    who: string
    number: string
    serial: string
  }>`
    select e.id, e.at, e.kind, e.note, e.actor_name as who, o.number, o.serial
    from (
      select own.id, own.number, own.serial
      from customer c cross join lateral orders_of_customer(c.config_id, c.user_id, c.key) own
      where c.config_id = ${shopId} and (c.id = ${customerId} or c.guest_id = ${customerId})
      order by own.placed_at desc, own.id desc limit ${MAX_ORDERS}
    ) o
    join order_event e on e.config_id = ${shopId} and e.order_id = o.id
    order by e.at desc, e.id desc limit ${MAX_EVENTS}`.execute(db)
  return rows.map(({ at, note, ...event }) => ({
    ...event,
    at: at.toISOString(),
    text: eventText(event.kind, note),
  }))
}
