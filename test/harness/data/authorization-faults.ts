import { sql, type RawBuilder } from 'kysely'

type Fault = [name: string, plant: () => RawBuilder<unknown>, check: string]

/** Faults that break the checks of authorised payments, each planted in an order that is confirmed and paid in cash. */
export function authorizationFaults(order: () => string): Fault[] {
  return [
    [
      'an authorised amount without a payment',
      () => sql`update shop_order set authorized = 1 where number = ${order()}`,
      'authorized',
    ],
    [
      'a capture without an end',
      () => sql`
        insert into payment (config_id, order_id, provider, status, amount, authorized_by, poll_attempts, created_at, next_poll_at)
        select 1, id, 'stripe', 'capturing', 100, 1, 6, now() - interval '2 hours', now() from shop_order
        where number = ${order()}`,
      'capture_stuck',
    ],
  ]
}
