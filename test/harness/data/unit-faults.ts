import { sql, type RawBuilder } from 'kysely'

type Fault = [name: string, plant: () => RawBuilder<unknown>, check: string]

/** A movement of units of the order that also changes the level of its variant, as its trigger does. */
const moved = (order: RawBuilder<unknown>, kind: string, units: number, variant = sql`l.variant_id`) => sql`
  moved as (
    insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change, reference)
    select 1, ${variant}, ${kind}, ${units}::int, ${units}::int, o.number
    from shop_order o join order_line l on l.order_id = o.id where o.number = ${order}
    returning variant_id
  ), level as (
    update stock_level s set on_hand = on_hand + ${units}::int, available = available + ${units}::int
    from moved m where s.variant_id = m.variant_id
  )`

/**
 * Faults that break the checks of units, each planted in an order of two units that is confirmed, unpaid and not shipped. `other` is
 * a variant that the order does not have.
 */
export function unitFaults(number: () => string, other: () => number): Fault[] {
  const order = () => sql`${number()}`
  const id = () => sql`(select id from shop_order where number = ${number()})`
  return [
    [
      'items of a withdrawal that were received although they never left',
      () => sql`with ${moved(order(), 'returned', 2)}, returned as (
          insert into order_return (config_id, order_id, kind, wish, state, refund_due_at)
          values (1, ${id()}, 'withdrawal', 'refund', 'received', now()) returning id
        )
        insert into order_return_line (config_id, return_id, order_id, position, quantity, reason, restocked)
        select 1, id, ${id()}, 0, 2, '', 2 from returned`,
      'units_returned',
    ],
    [
      'a unit back on sale that is still to ship',
      () => sql`with ${moved(order(), 'returned', 1)}, failed as (
          insert into refund (config_id, order_id, payment_id, amount, status, actor_name)
          values (1, ${id()}, 1, 1, 'failed', 'The shop') returning id
        )
        insert into refund_line (config_id, refund_id, order_id, position, quantity, amount, restocked)
        select 1, id, ${id()}, 0, 1, 1, 1 from failed`,
      'units_restocked',
    ],
    [
      'a stock movement of a variant that the order does not have',
      () => sql`with ${moved(order(), 'sold', -1, sql`${other()}::int`)} select 1`,
      'order_stock',
    ],
    [
      'a shipped unit without a shipment',
      () => sql`update order_line set shipped_quantity = 1 where order_id = ${id()}`,
      'units_shipped',
    ],
    [
      'a refunded unit without a refund',
      () => sql`update order_line set refunded_quantity = 1 where order_id = ${id()}`,
      'units_refunded',
    ],
    [
      'an order that is shipped although its units are not',
      () => sql`update shop_order set status = 'shipped' where number = ${number()}`,
      'units_left',
    ],
    [
      'an order on hold without a withdrawal',
      () => sql`update shop_order set held_at = now() where number = ${number()}`,
      'order_hold',
    ],
    [
      'a withdrawal that holds no order',
      () => sql`with withdrawn as (
          insert into order_return (config_id, order_id, kind, wish, refund_due_at)
          values (1, ${id()}, 'withdrawal', 'refund', now()) returning id
        )
        insert into order_return_line (config_id, return_id, order_id, position, quantity, reason)
        select 1, id, ${id()}, 0, 1, '' from withdrawn`,
      'order_hold',
    ],
    [
      'a refund of money that was never paid',
      () => sql`with refunded as (
          insert into refund (config_id, order_id, payment_id, amount, status, actor_name)
          values (1, ${id()}, 1, 1, 'done', 'The shop') returning order_id
        )
        update shop_order o set refunded = 1 from refunded r where o.id = r.order_id`,
      'refund_within_paid',
    ],
  ]
}
