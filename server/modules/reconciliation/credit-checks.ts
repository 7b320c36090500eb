import { creditGaps } from '#server/modules/credit/index.ts'
import type { IntegrityCheck } from './integrity-check.ts'

const nameOf = `case a.kind when 'gift_card' then 'Gift card •••• ' || coalesce(g.ending, '') else 'Store credit' end`

/** Gift cards and store credit against their ledger, the payments and the refunds of orders. */
export const creditChecks: readonly IntegrityCheck[] = [
  {
    check: 'credit_balance',
    name: 'Balances of gift cards and store credit match their ledger',
    isMoney: true,
    query: `
      select null as order, ${nameOf} as what, a.balance as is, a.ledger as should, a.currency
      from (${creditGaps}) a
      left join gift_card g on g.config_id = a."shopId" and g.account_id = a."accountId"`,
    message: '{what} has a balance of {is}, but its history adds up to {should}.',
    action: 'Correct the balance, and name this finding as the reason.',
  },
  {
    check: 'credit_spent',
    name: 'Payments by gift card and store credit match what was spent',
    isMoney: true,
    query: `
      select o.number as order, coalesce(${nameOf}, 'gift card or store credit') as what, coalesce(p.amount, 0) as is,
        coalesce(-e.amount, 0) as should, o.currency
      from (
        select * from payment where config_id = $1 and provider in ('gift_card', 'store_credit') and status = 'paid'
      ) p
      full join (select * from credit_entry where config_id = $1 and kind = 'spent') e on e.payment_id = p.id
      left join credit_account a on a.config_id = $1 and a.id = e.account_id
      left join gift_card g on g.config_id = $1 and g.account_id = e.account_id
      join shop_order o on o.config_id = $1 and o.id = coalesce(p.order_id, e.order_id)
      where p.amount is distinct from -e.amount or p.order_id is distinct from e.order_id`,
    message: 'Order {order} has a payment of {is} by {what}, but {should} was spent.',
    action: 'Compare the order with the history of the gift card or of the customer.',
  },
  {
    check: 'credit_returned',
    name: 'Refunds to gift cards and store credit have arrived there',
    isMoney: true,
    // A refund of a payment by credit goes to credit, at once or after the minutes in which an edit can be undone.
    query: `
      select o.number as order, coalesce(${nameOf}, 'a gift card or store credit') as what, coalesce(e.amount, 0) as is,
        case when r.status = 'done' then r.amount else 0 end as should, o.currency
      from refund r
      join payment p on p.config_id = r.config_id and p.id = r.payment_id
      join shop_order o on o.config_id = r.config_id and o.id = r.order_id
      left join credit_entry e on e.config_id = r.config_id and e.refund_id = r.id
      left join credit_account a on a.config_id = r.config_id and a.id = e.account_id
      left join gift_card g on g.config_id = r.config_id and g.account_id = e.account_id
      where r.config_id = $1 and (p.provider in ('gift_card', 'store_credit') or e.id is not null)
        and coalesce(e.amount, 0) <> case when r.status = 'done' then r.amount else 0 end`,
    message: 'A refund of order {order} has brought {is} to {what} instead of {should}.',
    action: 'Correct the balance there, and name the order as the reason.',
  },
  {
    check: 'gift_cards_sold',
    name: 'Paid orders have issued their gift cards, and no others have',
    isMoney: true,
    query: `
      select o.number as order, l.name as what, coalesce(c.issued, 0) as is,
        case when o.confirmed_at is null then 0 else l.total end as should, o.currency
      from order_line l
      join shop_order o on o.config_id = l.config_id and o.id = l.order_id
      left join (
        select g.order_id, g.order_position, sum(e.amount) as issued
        from gift_card g
        join credit_entry e on e.config_id = g.config_id and e.account_id = g.account_id and e.kind = 'issued'
        where g.config_id = $1 and g.order_position is not null
        group by g.order_id, g.order_position
      ) c on c.order_id = l.order_id and c.order_position = l.position
      where l.config_id = $1 and l.is_gift_card and o.imported_at is null
        and not case
          when o.confirmed_at is null then c.issued is null
          -- Units that were refunded before, because the order was on hold, have none.
          when o.held_at is null and o.status <> 'cancelled'
            then coalesce(c.issued, 0) between l.total - l.refunded_amount and l.total
          else coalesce(c.issued, 0) <= l.total
        end`,
    message: 'Order {order} has issued gift cards worth {is} for {what} instead of {should}.',
    action:
      'Compare the order with its gift cards. Issue what is missing under Gift cards, or deactivate what is too much.',
  },
]
