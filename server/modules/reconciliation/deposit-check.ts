import type { IntegrityCheck } from './integrity-check.ts'

/** A cash order with a deposit counts once the deposit is paid. `paid_amount` compares its rest with what is due on delivery. */
export const depositCheck: IntegrityCheck = {
  check: 'deposit',
  name: 'Every confirmed order with a deposit has it paid',
  isMoney: true,
  query: `
    select o.number as order, null as what, coalesce(p.amount, 0) as is, o.deposit as should, o.currency
    from shop_order o
    left join (
      select order_id, sum(amount) as amount from payment
      where config_id = $1 and is_deposit and status = 'paid' group by order_id
    ) p on p.order_id = o.id
    where o.config_id = $1 and o.deposit > 0 and o.status <> 'cancelled'
      and coalesce(p.amount, 0) <> case o.status when 'pending' then 0 else o.deposit end`,
  message: 'Of the deposit of order {order}, {is} is paid, and {should} is due.',
  action: 'Compare it with your payment provider before you ship.',
}
