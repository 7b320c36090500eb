import type { IntegrityCheck } from './integrity-check.ts'

/** Disputes that staff have to answer, and lost ones until the refund that staff record for them. */
export const disputeCheck: IntegrityCheck = {
  check: 'payment_disputed',
  name: 'No payment is disputed',
  isMoney: true,
  query: `
    select o.number as order, coalesce(d.amount, 0) as is, 0 as should, d.currency,
      concat_ws(', ', nullif(d.reason, ''), case d.state when 'open' then 'not decided yet' else 'the customer has the money' end) as what
    from payment_dispute d join shop_order o on o.config_id = d.config_id and o.id = d.order_id
    where d.config_id = $1 and d.state <> 'won' and not (d.state = 'lost' and exists (
      select from refund r
      where r.config_id = $1 and r.order_id = d.order_id and r.status = 'done' and r.created_at > d.state_at))`,
  message: 'The payment of order {order} is disputed ({is}): {what}.',
  action:
    'Reply at the payment provider, or accept. If the customer has the money, refund it in the order, and mark the refund as sent when the provider refuses it.',
}
