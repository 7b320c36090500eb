import { sql } from 'kysely'
import type { Transaction } from '#server/db/connect.ts'

/** An order whose customer is asked for comments. */
export interface ReviewRequest {
  orderId: number
  number: string
  email: string
  /** The name of the delivery address. */
  name: string
  /** Scheme and host where the order was placed. */
  origin: string
  /** Products that are live and that this customer has not commented on, in the order's order. */
  products: { id: number; name: string }[]
}

/** A request is sent within this time after it is due. A shop that turns requests on does not write to all past customers. */
const WINDOW = sql`interval '7 days'`
const BATCH_SIZE = 50

/**
 * Claims orders that were delivered `days` ago and returns those whose customers are to be asked. An order is claimed once.
 * Cancelled and returned orders, unsubscribed addresses, and orders without a product left to
 * comment on are skipped for good.
 */
export async function claimReviewRequests(
  tx: Transaction,
  shopId: number,
  days: number,
): Promise<{ claimed: number; requests: ReviewRequest[] }> {
  const { rows } = await sql<ReviewRequest & { isAllowed: boolean }>`
    with due as (
      select o.* from shop_order o
      where o.config_id = ${shopId} and o.imported_at is null
        and o.delivered_at <= now() - ${days} * interval '1 day'
        and o.delivered_at > now() - ${days} * interval '1 day' - ${WINDOW}
        and not exists (
          select from review_request r where r.config_id = o.config_id and r.order_id = o.id)
      order by o.delivered_at
      limit ${BATCH_SIZE}
    ), claimed as (
      insert into review_request (config_id, order_id, status)
      select config_id, id, 'skipped' from due
      on conflict do nothing
      returning order_id
    )
    select o.id as "orderId", o.number, o.email, o.shipping_address->>'fullName' as name, o.origin,
      o.status = 'delivered' and o.email <> '' and not exists (
        select from review_unsubscribe u where u.config_id = o.config_id and u.email = lower(o.email)
      ) as "isAllowed",
      array(
        select json_build_object('id', p.id, 'name', p.name) from product p
        join (
          select l.product_id, min(l.position) as position from order_line l
          where l.config_id = o.config_id and l.order_id = o.id group by l.product_id
        ) l on l.product_id = p.id
        where p.config_id = o.config_id and p.status = 'live' and p.deleted_at is null and not exists (
          select from comment c join app_user a on a.config_id = c.config_id and a.id = c.user_id
          where c.config_id = o.config_id and c.product_id = p.id and c.kind = 'comment'
            and (a.id = o.user_id or lower(a.email) = lower(o.email))
        )
        order by l.position
      ) as products
    from due o join claimed on claimed.order_id = o.id
    order by o.id`.execute(tx)
  const requests = rows.filter(({ isAllowed, products }) => isAllowed && products.length > 0)
  if (requests.length > 0) {
    await tx
      .updateTable('review_request')
      .set({ status: 'sent' })
      .where('config_id', '=', shopId)
      .where(
        'order_id',
        'in',
        requests.map(({ orderId }) => orderId),
      )
      .execute()
  }
  return { claimed: rows.length, requests }
}
