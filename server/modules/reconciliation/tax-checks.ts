import type { IntegrityCheck } from './integrity-check.ts'

/** What the credit notes of an order credit. */
const credits = `
  select order_id, sum(total) as total, sum(tax) as tax from credit_note where config_id = $1 group by order_id`

/** What tax returns depend on: invoices, credit notes and the tax that they print. */
export const taxChecks: readonly IntegrityCheck[] = [
  {
    check: 'credit_note_gap',
    name: 'Credit note numbers have no gaps',
    isMoney: false,
    query: `
      select null as order, c.series as what, count(n.sequence) as is, c.last_sequence as should, null as currency
      from credit_note_counter c left join credit_note n on n.config_id = c.config_id and n.series = c.series
      where c.config_id = $1
      group by c.series, c.last_sequence having count(n.sequence) <> c.last_sequence or max(n.sequence) <> c.last_sequence`,
    message: 'In the series {what}, {is} credit notes were issued, but the last number is {should}.',
    action: 'Tell your accountant which numbers are missing.',
  },
  {
    check: 'invoice_dates',
    name: 'Later invoices have later numbers',
    isMoney: false,
    query: `
      select o.number as order, i.number as what, 0 as is, 0 as should, null as currency
      from (
        select *, lag(issued_at) over (partition by series order by sequence) as before from invoice where config_id = $1
      ) i join shop_order o on o.config_id = i.config_id and o.id = i.order_id
      where i.issued_at < i.before`,
    message: 'Invoice {what} of order {order} is older than the invoice before it.',
    action: 'Tell your accountant which invoice has the wrong date.',
  },
  {
    check: 'credited_above_invoice',
    name: 'No order is credited more than its invoice charged',
    isMoney: true,
    query: `
      select o.number as order, null as what, n.total as is, case when i.order_id is null then 0 else o.total end as should,
        o.currency
      from (${credits}) n
      join shop_order o on o.config_id = $1 and o.id = n.order_id
      left join invoice i on i.config_id = $1 and i.order_id = n.order_id
      where i.order_id is null or n.total > o.total or n.tax > o.tax`,
    message: 'The credit notes of order {order} credit {is}, but its invoice charged {should}.',
    action: 'Report the credit notes to your accountant before you file the tax return.',
  },
  {
    check: 'credit_missing',
    name: 'Refunds of invoiced orders have their credit notes',
    isMoney: true,
    query: `
      select o.number as order, null as what, coalesce(n.total, 0) as is,
        case when o.status = 'cancelled' or (o.status = 'returned' and o.paid = 0) then o.total
          else o.refunded - o.excess_refunded end as should,
        o.currency
      from invoice i
      join shop_order o on o.config_id = i.config_id and o.id = i.order_id
      left join (${credits}) n on n.order_id = i.order_id
      where i.config_id = $1 and coalesce(n.total, 0)
        < case when o.status = 'cancelled' or (o.status = 'returned' and o.paid = 0) then o.total
          else o.refunded - o.excess_refunded end`,
    message:
      'The invoice of order {order} has to be credited with {should}, but its credit notes credit {is}.',
    action: 'Ask your accountant for a credit note of the difference.',
  },
  {
    check: 'credit_note_lines',
    name: 'Credit notes match their lines',
    isMoney: true,
    query: `
      select o.number as order, n.number as what, n.total as is, l.total as should,
        o.currency
      from credit_note n
      join shop_order o on o.config_id = n.config_id and o.id = n.order_id
      cross join lateral (
        select coalesce(sum((x ->> 'total')::bigint), 0) as total, coalesce(sum((x ->> 'tax')::bigint), 0) as tax
        from jsonb_array_elements(n.lines) x
      ) l
      where n.config_id = $1 and (n.total, n.tax) <> (l.total, l.tax)`,
    message: 'Credit note {what} of order {order} credits {is}, but its lines add up to {should}.',
    action: 'Correct the tax return by the difference and tell your accountant.',
  },
  {
    check: 'delivery_tax',
    name: 'The tax of delivery matches its parts by rate',
    isMoney: true,
    query: `
      select o.number as order, null as what, o.shipping_tax as is, p.tax as should, o.currency
      from shop_order o
      cross join lateral (
        select coalesce(sum((x ->> 'amount')::bigint), 0) as amount, coalesce(sum((x ->> 'tax')::bigint), 0) as tax
        from jsonb_array_elements(o.shipping_taxes) x
      ) p
      where o.config_id = $1 and o.imported_at is null
        and (o.shipping_tax <> p.tax or (o.shipping_taxes <> '[]' and o.shipping <> p.amount))`,
    message: 'Order {order} charges {is} of tax on delivery, but its invoice prints {should}.',
    action: 'Compare the invoice with the order before you file the tax return.',
  },
  {
    check: 'line_tax',
    name: 'The tax of each item matches its rate',
    isMoney: true,
    // A unit and a half is rounded where each rate is rounded once; imported orders keep what the other shop computed.
    query: `
      select o.number as order, l.name as what, l.tax as is,
        round((l.total - l.tax) * l.tax_rate / 1000000.0)::bigint as should, o.currency
      from shop_order o join order_line l on l.config_id = o.config_id and l.order_id = o.id
      where o.config_id = $1 and o.imported_at is null
        and abs((l.total - l.tax) * l.tax_rate::numeric / 1000000 - l.tax) > 1.5`,
    message: 'Order {order} charges {is} of tax on {what}; its rate makes {should}.',
    action: 'Compare the invoice with the order before you file the tax return.',
  },
]
