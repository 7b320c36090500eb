import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'

/** Days after the order: a platform may repeat the call that ordered, and read the same answer. */
const BUYER_DAYS = 30

/** What names or places the buyer. The order has what the law needs; lines and attribution remain. */
const personal = sql`array['buyer', 'destinations', 'selectedDestination', 'context', 'echo']`

/** Removes the buyers from sessions that were ordered 30 days ago, in all shops. Returns how many had one. */
export async function forgetBuyers(db: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update checkout_session s set input = s.input - ${personal} from shop_order o
    where s.state = 'ordered' and s.input ?| ${personal} and o.config_id = s.config_id and o.id = s.order_id
      and o.placed_at < now() - ${BUYER_DAYS} * interval '1 day'`.execute(db)
  return Number(numAffectedRows)
}

/** Removes a person from the sessions of their orders, also of those placed as a guest, before the account is deleted. */
export async function forgetBuyer(tx: Transaction, shopId: number, userId: number): Promise<void> {
  await sql`
    update checkout_session s set input = s.input - ${personal} from shop_order o, app_user u
    where u.config_id = ${shopId} and u.id = ${userId} and o.config_id = u.config_id and o.agent_platform_id is not null
      and (o.user_id = u.id or (o.user_id is null and lower(o.email) = lower(u.email)))
      and s.config_id = o.config_id and s.order_id = o.id`.execute(tx)
}
