import { ledgerGaps } from '#server/modules/stock/index.ts'

/** A row of a rule that is broken. Amounts are minor units, counts are pieces. */
export interface Broken {
  /** Number of the order that it is about. */
  order: string | null
  /** What is told apart from the order: a variant, a coupon, a kind of mail. */
  what: string | null
  is: number
  should: number
  currency: string | null
}

/** Something that must always be true. */
export interface Rule {
  check: string
  /** In words, as the page lists it. */
  name: string
  /** Selects the rows of a shop (`$1`) for which it is not true, as `Broken`. */
  text: string
  /** Whether `is` and `should` are money. */
  money: boolean
  /** What is wrong with a row; `{is}`, `{should}`, `{what}` and `{order}` stand for its values. */
  says: string
  /** What somebody should do. */
  todo: string
}

/** What an order keeps of each variant: all pieces but those that came back. */
const kept = `
  select o.config_id, o.number, o.status, l.variant_id, l.name,
    case when o.stock_back then 0 else l.quantity - coalesce((
      select sum(r.restocked) from refund_line r
      where r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position
    ), 0) end as pieces
  from shop_order o join order_line l on l.config_id = o.config_id and l.order_id = o.id
  where o.config_id = $1`

/** What the ledger says of each order. */
const moved = `
  select reference as number, variant_id, -sum(available_change) as taken, -sum(on_hand_change) as left_house
  from stock_movement where config_id = $1 and reference is not null group by reference, variant_id`

/** The books balance where no rule finds a row. */
export const rules: readonly Rule[] = [
  {
    check: 'stock_level',
    name: 'Each stock level is the sum of its ledger',
    money: false,
    text: `
      select null as order, p.name as what, g."onHand" as is, g."ledgerOnHand" as should, null as currency
      from (${ledgerGaps}) g
      join variant v on v.config_id = g."configId" and v.id = g."variantId"
      join product p on p.config_id = v.config_id and p.id = v.product_id`,
    says: 'The stock level of {what} is not what its ledger adds up to.',
    todo: 'Count the pieces, and correct the stock by what you have counted.',
  },
  {
    check: 'stock_reserved',
    name: 'What is put aside is what open orders wait for',
    money: false,
    text: `
      select null as order, p.name as what, l.on_hand - l.available as is, coalesce(w.pieces, 0) as should, null as currency
      from stock_level l
      join variant v on v.config_id = l.config_id and v.id = l.variant_id
      join product p on p.config_id = v.config_id and p.id = v.product_id
      left join (
        select variant_id, sum(pieces) as pieces from (${kept}) k where status = 'pending' group by variant_id
      ) w on w.variant_id = l.variant_id
      where l.config_id = $1 and l.on_hand - l.available <> coalesce(w.pieces, 0)`,
    says: 'Of {what}, {is} pieces are put aside, and open orders wait for {should}.',
    todo: 'Look at the ledger of this product for an order that was neither confirmed nor cancelled.',
  },
  {
    check: 'order_stock',
    name: 'Each order has taken its pieces from stock, once',
    money: false,
    text: `
      select k.number as order, k.name as what, coalesce(m.taken, 0) as is, k.pieces as should, null as currency
      from (${kept}) k left join (${moved}) m on m.number = k.number and m.variant_id = k.variant_id
      where coalesce(m.taken, 0) <> k.pieces
        or coalesce(m.left_house, 0) <> case when k.status = 'pending' then 0 else k.pieces end`,
    says: 'Order {order} has taken {is} pieces of {what} from stock, and should have taken {should}.',
    todo: 'Correct the stock of this product by the difference, with the order as the reason.',
  },
  {
    check: 'order_total',
    name: 'The total of each order is the sum of its steps',
    money: true,
    text: `
      select o.number as order, null as what, o.total as is,
        coalesce(l.total, 0) + o.shipping as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(subtotal) as subtotal, sum(discount) as discount, sum(coupon_discount) as coupon,
          sum(tax) as tax, sum(total) as total
        from order_line where config_id = $1 group by order_id
      ) l on l.order_id = o.id
      where o.config_id = $1 and (
        o.total <> coalesce(l.total, 0) + o.shipping
        or (o.subtotal, o.discount, o.coupon_discount, o.tax) is distinct from (l.subtotal, l.discount, l.coupon, l.tax)
      )`,
    says: 'The total of order {order} is {is}, and its steps add up to {should}.',
    todo: 'Do not ship it before you have settled with the customer what is paid.',
  },
  {
    check: 'paid',
    name: 'What an order has been paid is what its payments add up to',
    money: true,
    text: `
      select o.number as order, null as what, o.paid as is, coalesce(p.amount, 0) as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(amount) as amount from payment where config_id = $1 and status = 'paid' group by order_id
      ) p on p.order_id = o.id
      where o.config_id = $1 and o.paid <> coalesce(p.amount, 0)`,
    says: 'Order {order} counts as paid with {is}, and its payments add up to {should}.',
    todo: 'Compare it with your bank or payment provider.',
  },
  {
    check: 'paid_amount',
    name: 'No payment is of another amount than its order',
    money: true,
    text: `
      select o.number as order, null as what, p.amount as is, o.total as should, o.currency
      from payment p join shop_order o on o.config_id = p.config_id and o.id = p.order_id
      where p.config_id = $1 and p.status = 'paid' and p.amount <> o.total`,
    says: 'Order {order} was paid with {is}, and costs {should}.',
    todo: 'Pay back what is too much, or ask for what is missing.',
  },
  {
    check: 'paid_open',
    name: 'No order is paid and still waits for payment',
    money: true,
    text: `
      select o.number as order, null as what, o.paid as is, o.total as should, o.currency
      from shop_order o where o.config_id = $1 and o.status = 'pending' and o.paid > 0`,
    says: 'Order {order} is paid with {is}, and still waits for payment.',
    todo: 'Confirm it.',
  },
  {
    check: 'unpaid_sent',
    name: 'No order leaves the house unpaid, unless it is paid at the door',
    money: true,
    text: `
      select o.number as order, null as what, o.paid as is, o.total as should, o.currency
      from shop_order o
      where o.config_id = $1 and o.paid < o.total and (
        o.status = 'delivered' or (o.status in ('confirmed', 'shipped') and o.payment_method <> 'cod')
      )`,
    says: 'Order {order} is on its way or delivered, and {is} of {should} are paid.',
    todo: 'Ask the customer for the money, or mark it as received.',
  },
  {
    check: 'refunded',
    name: 'What was paid back is what its refunds add up to',
    money: true,
    text: `
      select o.number as order, null as what, o.refunded as is, coalesce(r.amount, 0) as should, o.currency
      from shop_order o
      left join (
        select order_id, sum(amount) as amount from refund
        where config_id = $1 and status <> 'failed' and currency is null group by order_id
      ) r on r.order_id = o.id
      where o.config_id = $1 and o.refunded <> coalesce(r.amount, 0)`,
    says: 'Order {order} counts {is} as paid back, and its refunds add up to {should}.',
    todo: 'Compare it with your bank or payment provider.',
  },
  {
    check: 'kept_money',
    name: 'Nothing is kept of what a cancelled order was paid',
    money: true,
    text: `
      select o.number as order, null as what, o.paid - o.refunded as is, 0 as should, o.currency
      from shop_order o where o.config_id = $1 and o.status in ('cancelled', 'refunded') and o.paid > o.refunded`,
    says: 'Order {order} is cancelled, and {is} of what was paid are not paid back.',
    todo: 'Pay it back.',
  },
  {
    check: 'refund_stuck',
    name: 'No refund fails, or waits longer than it may',
    money: true,
    text: `
      select o.number as order, coalesce(r.last_error, 'it waits') as what, r.amount as is, 0 as should,
        coalesce(r.currency, o.currency) as currency
      from refund r join shop_order o on o.config_id = r.config_id and o.id = r.order_id
      where r.config_id = $1 and (
        (r.status = 'failed' and (r.currency is not null or o.paid > o.refunded))
        or (r.status = 'waiting' and r.created_at
          < now() - case when r.reference is null then interval '1 day' else interval '7 days' end)
      )`,
    says: 'A refund of {is} for order {order} has not gone through: {what}.',
    todo: 'Open the order: under Money, pay it back once more, or send it another way and say so.',
  },
  {
    check: 'payment_stuck',
    name: 'No order waits longer than it may',
    money: true,
    text: `
      select o.number as order, null as what, o.paid as is, o.total as should, o.currency
      from shop_order o where o.config_id = $1 and o.reserved_until < now() - interval '1 day'`,
    says: 'Order {order} has waited for {should} for a day longer than it may.',
    todo: 'Look at the payment provider whether it is paid, then confirm or cancel it.',
  },
  {
    check: 'payment_unknown',
    name: 'Of no cancelled order it is unknown whether it was paid',
    money: true,
    text: `
      select o.number as order, null as what, p.amount as is, 0 as should, o.currency
      from payment p join shop_order o on o.config_id = p.config_id and o.id = p.order_id
      where p.config_id = $1 and p.look_at is not null and p.status = 'waiting' and o.status <> 'pending'
        and o.closed_at < now() - interval '1 hour'`,
    says: 'Order {order} is cancelled, and nobody knows whether its {is} were paid.',
    todo: 'Look at the payment provider, pay back what is there, and say so at the order, under Money.',
  },
  {
    check: 'coupon_uses',
    name: 'Each coupon counts the orders that have used it',
    money: false,
    text: `
      select null as order, c.code as what, c.used as is, coalesce(u.orders, 0) as should, null as currency
      from coupon c
      left join (
        select coupon_id, count(distinct order_id) as orders from coupon_use where config_id = $1 group by coupon_id
      ) u on u.coupon_id = c.id
      where c.config_id = $1 and c.used <> coalesce(u.orders, 0)
      union all
      select o.number, o.coupon_code, 0, 1, null from shop_order o
      where o.config_id = $1 and o.coupon_id is not null and o.status <> 'cancelled' and not exists (
        select from coupon_use u where u.config_id = o.config_id and u.order_id = o.id
      )`,
    says: 'The coupon {what} counts {is} uses, and {should} orders have used it.',
    todo: 'Look at the orders with this coupon; set its limit so that it fits.',
  },
  {
    check: 'mail_once',
    name: 'Each confirmed order was told to its customer, once',
    money: false,
    // Sent mail is kept for 90 days.
    text: `
      select o.number as order, null as what, coalesce(m.mails, 0) as is, 1 as should, null as currency
      from shop_order o
      left join (
        select reference, count(*) as mails from mail where config_id = $1 and template = 'order_confirmed'
        group by reference
      ) m on m.reference = 'order:' || o.id || ':confirmed'
      where o.config_id = $1 and o.confirmed_at > now() - interval '80 days' and coalesce(m.mails, 0) <> 1`,
    says: 'Order {order} is confirmed, and {is} mails were written about it.',
    todo: 'Send the mail again from the order.',
  },
  {
    check: 'invoice_gap',
    name: 'Invoices are numbered without a gap',
    money: false,
    text: `
      select null as order, c.year as what, count(i.sequence) as is, c.last as should, null as currency
      from invoice_counter c left join invoice i on i.config_id = c.config_id and i.year = c.year
      where c.config_id = $1
      group by c.year, c.last having count(i.sequence) <> c.last or max(i.sequence) <> c.last`,
    says: 'In the year {what}, {is} invoices were issued, and the last number is {should}.',
    todo: 'Tell your accountant which numbers are missing.',
  },
]
