import { authorizationChecks } from './authorization-checks.ts'
import { creditChecks } from './credit-checks.ts'
import { customerChecks } from './customer-checks.ts'
import { depositCheck } from './deposit-check.ts'
import { disputeCheck } from './dispute-check.ts'
import type { IntegrityCheck } from './integrity-check.ts'
import { stockChecks } from './stock-checks.ts'
import { taxChecks } from './tax-checks.ts'
import { unitChecks } from './unit-checks.ts'

/**
 * Whether exactly what `shop_order as o` lacks awaits payment: what an edit has added before anything has shipped, or what an
 * authorised payment no longer reserves.
 */
const isAwaited = `(o.status = 'confirmed' and ((o.first_shipped_at is null and exists (
  select from order_revision r where r.config_id = o.config_id and r.order_id = o.id
)) or exists (
  select from payment a
  where a.config_id = o.config_id and a.order_id = o.id and a.status in ('releasing', 'released', 'expired', 'captured')
)) and exists (
  select from payment p
  where p.config_id = o.config_id and p.order_id = o.id and p.status = 'waiting'
    and p.amount = o.total - o.paid + o.excess_refunded - o.authorized))`

/**
 * Whether gift cards, store credit or a deposit have paid a part of `shop_order as o`, and exactly the rest, or the deposit, awaits
 * payment. The rest of a cash order that came back was never paid.
 */
const isRestAwaited = `((o.deposit > 0 or exists (
  select from credit_entry e where e.config_id = o.config_id and e.order_id = o.id and e.kind = 'spent'
)) and ((o.payment_method = 'cod' and o.status = 'returned') or (
  (o.status = 'pending' or (o.payment_method = 'cod' and o.status in ('confirmed', 'shipped'))) and exists (
    select from payment p
    where p.config_id = o.config_id and p.order_id = o.id and p.status = 'waiting' and p.amount = case
      when o.status = 'pending' and o.deposit > 0 then o.deposit else o.total - o.paid + o.excess_refunded end))))`

export const integrityChecks: readonly IntegrityCheck[] = [
  ...stockChecks,
  ...creditChecks,
  ...authorizationChecks,
  depositCheck,
  {
    check: 'order_total',
    name: 'Order totals match their items, discounts, tax and shipping',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.total as is,
        coalesce(l.total, 0) + o.shipping_total as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(subtotal) as subtotal, sum(discount) as discount, sum(coupon_discount) as coupon,
          sum(tax) as tax, sum(total) as total
        from order_line where config_id = $1 group by order_id
      ) l on l.order_id = o.id
      where o.config_id = $1 and (
        o.total <> coalesce(l.total, 0) + o.shipping_total
        or (o.subtotal, o.discount, o.coupon_discount, o.tax - o.shipping_tax)
          is distinct from (l.subtotal, l.discount, l.coupon, l.tax)
      )`,
    message: 'The total of order {order} is {is}, but its parts add up to {should}.',
    action: 'Do not ship it before you have agreed the amount with the customer.',
  },
  {
    check: 'paid',
    name: 'Paid amounts match the payments',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.paid as is, coalesce(p.amount, 0) as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(amount) as amount from payment where config_id = $1 and status = 'paid' group by order_id
      ) p on p.order_id = o.id
      where o.config_id = $1 and o.paid <> coalesce(p.amount, 0)`,
    message: 'Order {order} is recorded as paid {is}, but its payments total {should}.',
    action: 'Compare it with your bank or payment provider.',
  },
  {
    check: 'paid_amount',
    name: 'Payments match order totals',
    isMoney: true,
    // What an edit has added is paid later, and was never paid if the order ended before.
    query: `
      select o.number as order, null as what, p.amount - o.excess_refunded as is, o.total as should, o.currency
      from shop_order o
      join (
        select order_id, sum(amount) as amount from payment where config_id = $1 and status = 'paid' group by order_id
      ) p on p.order_id = o.id
      where o.config_id = $1 and (
        (p.amount - o.excess_refunded > o.total and not exists (
          select from refund r where r.config_id = o.config_id and r.order_id = o.id and r.is_excess and r.status = 'failed'))
        or (p.amount - o.excess_refunded + o.authorized < o.total and o.status not in ('cancelled', 'refunded') and not ${isAwaited}
          and not ${isRestAwaited})
      )`,
    message: 'Order {order} was paid {is}, but costs {should}.',
    action: 'Refund the excess or ask for the missing amount.',
  },
  {
    check: 'paid_open',
    name: 'No paid order is awaiting payment',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.paid as is, o.total as should, o.currency
      from shop_order o
      where o.config_id = $1 and o.status = 'pending' and o.paid > 0 and not ${isRestAwaited}`,
    message: 'Order {order} is paid with {is}, but still awaiting payment.',
    action: 'Confirm the order.',
  },
  {
    check: 'unpaid_sent',
    name: 'No unpaid order was shipped, except cash on delivery',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.paid as is, o.total as should, o.currency
      from shop_order o
      where o.config_id = $1 and o.paid - o.excess_refunded + o.authorized < o.total and (
        o.status = 'delivered' or (o.status = 'shipped' and o.payment_method <> 'cod')
        or (o.status = 'confirmed' and o.payment_method <> 'cod' and not ${isAwaited})
      )`,
    message: 'Order {order} is confirmed, shipped or delivered, but only {is} of {should} is paid.',
    action: 'Ask the customer to pay, or mark the order as paid.',
  },
  {
    check: 'refunded',
    name: 'Refunded amounts match the refunds',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.refunded as is, coalesce(r.amount, 0) as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(amount) as amount from refund
        where config_id = $1 and status <> 'failed' and currency is null group by order_id
      ) r on r.order_id = o.id
      where o.config_id = $1 and o.refunded <> coalesce(r.amount, 0)`,
    message: 'Order {order} is recorded as refunded {is}, but its refunds total {should}.',
    action: 'Compare it with your bank or payment provider.',
  },
  {
    check: 'excess_refunded',
    name: 'Refunds of lowered totals match the edits',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.excess_refunded as is, coalesce(r.amount, 0) as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(amount) as amount from refund
        where config_id = $1 and status <> 'failed' and is_excess group by order_id
      ) r on r.order_id = o.id
      where o.config_id = $1 and o.excess_refunded <> coalesce(r.amount, 0)`,
    message: 'Edits of order {order} are recorded as refunding {is}, but their refunds total {should}.',
    action: 'Compare it with your bank or payment provider.',
  },
  {
    check: 'kept_money',
    name: 'Cancelled orders are fully refunded',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.paid - o.refunded as is, 0 as should, o.currency
      from shop_order o where o.config_id = $1 and o.status in ('cancelled', 'refunded') and o.paid > o.refunded`,
    message: 'Order {order} is cancelled, but {is} of the payment is not refunded.',
    action: 'Refund it.',
  },
  {
    check: 'refund_stuck',
    name: 'No refund has failed or is overdue',
    isMoney: true,
    query: `
      select o.number as order, coalesce(r.last_error, 'still waiting') as what, r.amount as is, 0 as should,
        coalesce(r.currency, o.currency) as currency
      from refund r join shop_order o on o.config_id = r.config_id and o.id = r.order_id
      where r.config_id = $1 and (
        (r.status = 'failed' and (r.currency is not null
          or (o.paid > o.refunded and (not r.is_excess or o.paid - o.excess_refunded > o.total))))
        or (r.status = 'waiting' and r.created_at
          < now() - case when r.reference is null then interval '1 day' else interval '7 days' end)
      )`,
    message: 'A refund of {is} for order {order} has not gone through: {what}.',
    action:
      'Open the order. Under Payments, refund it again, or send the money another way and mark it as sent.',
  },
  {
    check: 'payment_stuck',
    name: 'No order is overdue',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.paid as is, o.total as should, o.currency
      from shop_order o where o.config_id = $1 and o.reserved_until < now() - interval '1 day'`,
    message: 'Order {order} has been awaiting {should} for more than a day past its limit.',
    action: 'Check with the payment provider whether it was paid, then confirm or cancel the order.',
  },
  {
    check: 'payment_unknown',
    name: 'Every cancelled order has a known payment status',
    isMoney: true,
    query: `
      select o.number as order, null as what, p.amount as is, 0 as should, o.currency
      from payment p join shop_order o on o.config_id = p.config_id and o.id = p.order_id
      where p.config_id = $1 and p.next_poll_at is not null and p.status = 'waiting' and o.status <> 'pending'
        and o.closed_at < now() - interval '1 hour'`,
    message: 'Order {order} is cancelled, and it is unknown whether {is} was paid.',
    action:
      'Check with the payment provider and refund what was paid. Then mark it as checked in the order, under Payments.',
  },
  disputeCheck,
  {
    check: 'coupon_uses',
    name: 'Coupon counters match their orders',
    isMoney: false,
    query: `
      select null as order, c.code as what, c.usage_count as is, coalesce(u.orders, 0) as should, null as currency
      from coupon c
      left join (
        select coupon_id, count(distinct order_id) as orders from coupon_use where config_id = $1 group by coupon_id
      ) u on u.coupon_id = c.id
      where c.config_id = $1 and c.usage_count <> coalesce(u.orders, 0)
      union all
      select o.number, o.coupon_code, 0, 1, null from shop_order o
      where o.config_id = $1 and o.coupon_id is not null and o.status <> 'cancelled' and not exists (
        select from coupon_use u where u.config_id = o.config_id and u.order_id = o.id
      )`,
    message: 'Coupon {what} counts {is} uses, but {should} orders used it.',
    action: 'Review the orders with this coupon and adjust its limit.',
  },
  {
    check: 'email_once',
    name: 'Every confirmed order was emailed once',
    isMoney: false,
    // Cleanup deletes sent email after 90 days, and deleting an account its emails at once. Who left no address gets none.
    query: `
      select o.number as order, null as what, coalesce(m.emails, 0) as is, 1 as should, null as currency
      from shop_order o
      left join (
        select reference, count(*) as emails from email where config_id = $1 and template = 'order_confirmed'
        group by reference
      ) m on m.reference = 'order:' || o.id || ':confirmed'
      where o.config_id = $1 and o.confirmed_at > now() - interval '80 days' and o.imported_at is null and coalesce(m.emails, 0) <> 1
        and not ((o.emails_deleted or o.email = '') and m.emails is null)`,
    message: 'Order {order} is confirmed, but {is} confirmation emails were written.',
    action: 'Resend the confirmation from the order.',
  },
  {
    check: 'invoice_gap',
    name: 'Invoice numbers have no gaps',
    isMoney: false,
    query: `
      select null as order, c.series as what, count(i.sequence) as is, c.last_sequence as should, null as currency
      from invoice_counter c left join invoice i on i.config_id = c.config_id and i.series = c.series
      where c.config_id = $1
      group by c.series, c.last_sequence having count(i.sequence) <> c.last_sequence or max(i.sequence) <> c.last_sequence`,
    message: 'In the series {what}, {is} invoices were issued, but the last number is {should}.',
    action: 'Tell your accountant which numbers are missing.',
  },
  ...unitChecks,
  ...customerChecks,
  ...taxChecks,
]
