import { sql, type RawBuilder } from 'kysely'

type Fault = [name: string, plant: () => RawBuilder<unknown>, check: string]

/** Faults that break the checks of gift cards and store credit, each planted in an order that is confirmed and unpaid, or cancelled. */
export function creditFaults(order: () => string, cancelled: () => string): Fault[] {
  return [
    [
      'a balance that no entry explains',
      () =>
        sql`insert into credit_account (config_id, kind, currency, balance) values (1, 'store_credit', 'INR', 500)`,
      'credit_balance',
    ],
    [
      'a gift card that paid more than it spent',
      () => sql`with paid as (
        insert into payment (config_id, order_id, provider, status, amount, paid_at)
        select 1, id, 'gift_card', 'paid', total, now() from shop_order where number = ${order()} returning amount, order_id
      ), waiting as (
        update payment set status = 'cancelled' where order_id = (select id from shop_order where number = ${order()})
      )
      update shop_order o set paid = p.amount from paid p where o.id = p.order_id`,
      'credit_spent',
    ],
    [
      'a refund to a gift card that has not arrived',
      () => sql`with opened as (
        insert into credit_account (config_id, kind, currency, balance) values (1, 'gift_card', 'INR', 0) returning id
      ), paid as (
        insert into payment (config_id, order_id, provider, status, amount, paid_at)
        select 1, id, 'gift_card', 'paid', total, now() from shop_order where number = ${order()}
        returning id, amount, order_id
      ), issued as (
        insert into credit_entry (config_id, account_id, kind, amount, actor_name)
        select 1, opened.id, 'issued', paid.amount, 'Test' from opened, paid
      ), spent as (
        insert into credit_entry (config_id, account_id, kind, amount, order_id, payment_id, actor_name)
        select 1, opened.id, 'spent', -paid.amount, paid.order_id, paid.id, 'Test' from opened, paid
      ), refunded as (
        insert into refund (config_id, order_id, payment_id, amount, status, actor_name, due_at)
        select 1, order_id, id, 100, 'done', 'Test', 'infinity' from paid
      )
      update shop_order o set paid = p.amount, refunded = 100 from paid p where o.id = p.order_id`,
      'credit_returned',
    ],
    [
      'a gift card that a paid order has not issued',
      () => sql`update order_line set is_gift_card = true
        where order_id = (select id from shop_order where number = ${order()}) and position = 0`,
      'gift_cards_sold',
    ],
    [
      'a gift card that an order has issued before it was confirmed',
      () => issuedBy(order(), sql`confirmed_at = null`, sql`1`),
      'gift_cards_sold',
    ],
    [
      'a gift card of a cancelled order that is worth more than its line',
      () => issuedBy(cancelled(), sql`confirmed_at = placed_at`, sql`l.total + 1`),
      'gift_cards_sold',
    ],
  ]
}

/** Changes an order, and lets its first line have issued a gift card of `amount`. */
const issuedBy = (
  number: string,
  change: RawBuilder<unknown>,
  amount: RawBuilder<unknown>,
) => sql`with changed as (
  update shop_order set ${change} where number = ${number} returning id
), sold as (
  update order_line l set is_gift_card = true from changed where l.order_id = changed.id and l.position = 0
  returning l.order_id, ${amount} as amount
), opened as (
  insert into credit_account (config_id, kind, currency, balance) select 1, 'gift_card', 'INR', amount from sold returning id
), card as (
  insert into gift_card (config_id, account_id, code_hash, ending, order_id, order_position, order_unit)
  select 1, opened.id, repeat('z', 43), 'ABCD', sold.order_id, 0, 0 from opened, sold
)
insert into credit_entry (config_id, account_id, kind, amount, order_id, actor_name)
select 1, opened.id, 'issued', sold.amount, sold.order_id, 'Test' from opened, sold`
