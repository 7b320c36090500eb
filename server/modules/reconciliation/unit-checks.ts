import type { IntegrityCheck } from './integrity-check.ts'

/** The units of each order line: where they are, and where they were. `refunds` and `returns` came back. */
const units = `
  select o.id, o.number, o.status, o.imported_at, o.held_at, l.position, l.name, l.quantity, l.shipped_quantity as shipped,
    l.refunded_quantity as refunded,
    case when o.status in ('pending', 'confirmed')
      then greatest(0, l.quantity - l.shipped_quantity
        - greatest(l.refunded_quantity, least(l.restocked_quantity, l.quantity - l.shipped_quantity))) else 0 end as to_ship,
    l.restocked_quantity as restocked,
    coalesce(s.units, 0) as in_shipments, coalesce(f.counted, 0) as in_refunds, coalesce(f.tried, 0) as tried,
    coalesce(f.restocked, 0) as refunds, coalesce(r.units, 0) as returns
  from shop_order o
  join order_line l on l.config_id = o.config_id and l.order_id = o.id
  left join (
    select order_id, position, sum(quantity) as units from shipment_line where config_id = $1 group by order_id, position
  ) s on s.order_id = l.order_id and s.position = l.position
  left join (
    select x.order_id, x.position, sum(x.quantity) as tried, sum(x.restocked) as restocked,
      sum(x.quantity) filter (where r.status <> 'failed') as counted
    from refund_line x join refund r on r.config_id = x.config_id and r.id = x.refund_id
    where x.config_id = $1 group by x.order_id, x.position
  ) f on f.order_id = l.order_id and f.position = l.position
  left join (
    select order_id, position, sum(restocked + damaged) as units from order_return_line
    where config_id = $1 group by order_id, position
  ) r on r.order_id = l.order_id and r.position = l.position
  where o.config_id = $1`

/** Units of the open withdrawals that staff have not released. */
const withdrawn = `
  select l.order_id, l.position, sum(l.quantity - l.cancelled) as units
  from order_return r join order_return_line l on l.config_id = r.config_id and l.return_id = r.id
  where r.config_id = $1 and r.kind = 'withdrawal' and r.released_at is null and r.state in ('requested', 'approved')
    and l.quantity > l.cancelled
  group by l.order_id, l.position`

/** Whether ordered, shipped, refunded and returned units of each order line agree. */
export const unitChecks: readonly IntegrityCheck[] = [
  {
    check: 'units_shipped',
    name: 'Shipped quantities match the shipments',
    isMoney: false,
    query: `
      select number as order, name as what, shipped as is, in_shipments as should, null as currency
      from (${units}) u where imported_at is null and shipped <> in_shipments`,
    message: 'Order {order} counts {is} units of {what} as shipped, but its shipments have {should}.',
    action: 'Compare the shipments of the order with your courier.',
  },
  {
    check: 'units_refunded',
    name: 'Refunded quantities match the refunds',
    isMoney: false,
    query: `
      select number as order, name as what, refunded as is, in_refunds as should, null as currency
      from (${units}) u where refunded <> in_refunds`,
    message: 'Order {order} counts {is} units of {what} as refunded, but its refunds have {should}.',
    action: 'Compare the refunds of the order with your bank or payment provider.',
  },
  {
    check: 'units_returned',
    name: 'No more came back than had shipped',
    isMoney: false,
    // Refunds restock units that never left first.
    query: `
      select number as order, name as what, returns + greatest(0, refunds - (quantity - shipped)) as is, shipped as should,
        null as currency
      from (${units}) u where returns + greatest(0, refunds - (quantity - shipped)) > shipped`,
    message: 'Order {order}: {is} units of {what} came back, but only {should} had shipped.',
    action: 'Count the units of this product, and correct its stock by those that never came back.',
  },
  {
    check: 'units_restocked',
    name: 'Units back on sale match the refunds',
    isMoney: false,
    // Counted units never ship again.
    query: `
      select number as order, name as what, restocked as is, refunds as should, null as currency
      from (${units}) u where restocked <> refunds`,
    message:
      'Order {order} counts {is} units of {what} as back on sale, but its refunds have restocked {should}.',
    action: 'Count the units of this product before you ship more of the order, and correct its stock.',
  },
  {
    check: 'units_left',
    name: 'The status of an order matches its units',
    isMoney: false,
    query: `
      select number as order, name as what, shipped as is, quantity - tried as should, null as currency
      from (${units}) u
      where imported_at is null and status in ('shipped', 'delivered') and shipped < quantity - tried
      union all
      select min(number), min(name), sum(shipped), sum(quantity), null from (${units}) u
      where imported_at is null and status = 'confirmed'
      group by id having sum(shipped) > 0 and sum(to_ship) = 0
      union all
      select number, name, shipped, 0, null from (${units}) u where status in ('pending', 'cancelled') and shipped > 0`,
    message: 'Order {order} has shipped {is} units of {what}, but by its status it is {should}.',
    action: 'Compare the shipments of the order with its status.',
  },
  {
    check: 'order_hold',
    name: 'Orders are on hold as long as their buyers have withdrawn from units to ship',
    isMoney: false,
    query: `
      select u.number as order, null as what, (max(u.held_at) is not null)::int as is,
        (count(w.units) filter (where u.to_ship > 0) > 0)::int as should, null as currency
      from (${units}) u left join (${withdrawn}) w on w.order_id = u.id and w.position = u.position
      where u.status in ('pending', 'confirmed')
      group by u.id, u.number
      having (max(u.held_at) is not null) <> (count(w.units) filter (where u.to_ship > 0) > 0)`,
    message: 'The hold of order {order} does not match its withdrawals.',
    action: 'Do not ship it before you have read its returns.',
  },
  {
    check: 'refund_within_paid',
    name: 'Nothing was refunded that was not paid',
    isMoney: true,
    query: `
      select number as order, null as what, refunded as is, paid as should, currency
      from shop_order where config_id = $1 and refunded > paid`,
    message: 'Order {order} was refunded {is}, but only {should} was paid.',
    action: 'Compare it with your bank or payment provider.',
  },
]
