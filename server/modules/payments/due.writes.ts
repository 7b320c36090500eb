import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { PaymentKey } from './payment.queries.ts'

/** A payment whose provider is to be asked now. */
export interface DuePayment extends PaymentKey {
  provider: string
  reference: string | null
  /** Nobody may pay any more: the time is over, or the order was given up. */
  isOver: boolean
  /** The order still waits, a day after its time: by now every page to pay on has closed by itself. */
  isLongOver: boolean
}

/**
 * Takes payments, of every shop, whose providers are to be asked. Each is due again after 1, 2, 4 … 30 minutes, or when
 * the time to pay is over, whatever comes of it now: so several processes can do it at once, and nothing is lost with one.
 */
export async function takeDuePayments(db: Database, atMost: number): Promise<DuePayment[]> {
  const { rows } = await sql<DuePayment>`
    with due as (
      select config_id, id, now() + least(30, power(2, least(looks, 5))) * interval '1 minute' as next
      from payment where look_at <= now()
      order by look_at limit ${atMost} for no key update skip locked
    )
    update payment p set looks = p.looks + 1,
      look_at = case when o.reserved_until > now() then least(o.reserved_until, due.next) else due.next end
    from due, shop_order o
    where p.config_id = due.config_id and p.id = due.id and o.config_id = p.config_id and o.id = p.order_id
    returning p.config_id as "configId", p.id, p.order_id as "orderId", p.provider, p.reference,
      o.status <> 'pending' or o.reserved_until <= now() as "isOver",
      o.status = 'pending' and o.reserved_until <= now() - interval '1 day' as "isLongOver"`.execute(db)
  return rows
}
