import type { IntegrityCheck } from './integrity-check.ts'

/** Money that is authorised and not taken yet. */
export const authorizationChecks: readonly IntegrityCheck[] = [
  {
    check: 'authorized',
    name: 'Authorised amounts match the payments',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.authorized as is, coalesce(p.amount, 0) as should, o.currency
      from shop_order o
      left join (
        select a.order_id, sum(a.amount - coalesce((
          select sum(c.amount) from payment c
          where c.config_id = a.config_id and c.authorized_by = a.id and c.status = 'paid'), 0)) as amount
        from payment a where a.config_id = $1 and a.status = 'authorized' group by a.order_id
      ) p on p.order_id = o.id
      where o.config_id = $1 and o.authorized <> coalesce(p.amount, 0)`,
    message: 'Order {order} is recorded with {is} authorised, but its payments reserve {should}.',
    action: 'Compare it with your payment provider before you ship.',
  },
  {
    check: 'capture_stuck',
    name: 'Every payment that is taken or released has ended',
    isMoney: true,
    query: `
      select o.number as order, null as what, p.amount as is, 0 as should, o.currency
      from payment p join shop_order o on o.config_id = p.config_id and o.id = p.order_id
      where p.config_id = $1 and p.status in ('capturing', 'releasing') and p.created_at < now() - interval '1 hour'
        and p.poll_attempts > 5`,
    message:
      'It is unknown for an hour whether the payment provider has taken or released {is} of order {order}.',
    action: 'Check with the payment provider.',
  },
]
