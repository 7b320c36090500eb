import { ledgerGaps } from '#server/modules/stock/index.ts'
import type { IntegrityCheck } from './integrity-check.ts'

/** Units of each variant that an order has taken from counted stock: all of them, except those returned into stock. */
const takenByOrders = `
  select o.config_id, o.number, o.status, l.variant_id, l.name,
    case when o.stock_restored then coalesce((
      -- Damaged units came back, but not into stock.
      select sum(r.damaged) from order_return_line r
      where r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position
    ), 0) else l.quantity - coalesce((
      select sum(r.restocked) from refund_line r
      where r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position
    ), 0) - coalesce((
      select sum(r.restocked) from order_return_line r
      where r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position
    ), 0) end as units
  from shop_order o join order_line l on l.config_id = o.config_id and l.order_id = o.id
  where o.config_id = $1 and o.imported_at is null and l.takes_stock`

/** Units of each variant that drafts hold. */
const heldByDrafts = `
  select d.number, h."variantId" as variant_id, h.quantity as units
  from order_draft d cross join jsonb_to_recordset(d.held) as h ("variantId" int, quantity int) where d.config_id = $1`

/** Units of each variant that the stock ledger records for an order. */
const takenInLedger = `
  select reference as number, variant_id, -sum(available_change) as taken, -sum(on_hand_change) as shipped
  from stock_movement where config_id = $1 and reference is not null group by reference, variant_id`

/** Stock levels, reservations and holds against the stock ledger and the orders. */
export const stockChecks: readonly IntegrityCheck[] = [
  {
    check: 'stock_level',
    name: 'Stock levels match the stock ledger',
    isMoney: false,
    query: `
      select null as order, p.name as what, g."onHand" as is, g."ledgerOnHand" as should, null as currency
      from (${ledgerGaps}) g
      join variant v on v.config_id = g."shopId" and v.id = g."variantId"
      join product p on p.config_id = v.config_id and p.id = v.product_id`,
    message: 'The stock level of {what} differs from the sum of its ledger.',
    action: 'Count the units and correct the stock.',
  },
  {
    check: 'stock_reserved',
    name: 'Reserved stock matches open orders and drafts',
    isMoney: false,
    query: `
      select null as order, p.name as what, l.on_hand - l.available as is, coalesce(w.units, 0) as should, null as currency
      from stock_level l
      join variant v on v.config_id = l.config_id and v.id = l.variant_id
      join product p on p.config_id = v.config_id and p.id = v.product_id
      left join (
        select variant_id, sum(units) as units from (
          select variant_id, units from (${takenByOrders}) k where status = 'pending'
          union all select variant_id, units from (${heldByDrafts}) d
        ) r group by variant_id
      ) w on w.variant_id = l.variant_id
      where l.config_id = $1 and l.on_hand - l.available <> coalesce(w.units, 0)`,
    message: '{what}: {is} units reserved, open orders and drafts need {should}.',
    action:
      'Check the stock history of this product for an order that was neither confirmed nor cancelled, or a draft whose hold has not ended.',
  },
  {
    check: 'order_stock',
    name: 'Every order took its items from stock once',
    isMoney: false,
    query: `
      select k.number as order, k.name as what, coalesce(m.taken, 0) as is, k.units as should, null as currency
      from (${takenByOrders}) k left join (${takenInLedger}) m on m.number = k.number and m.variant_id = k.variant_id
      where coalesce(m.taken, 0) <> k.units
        or coalesce(m.shipped, 0) <> case when k.status = 'pending' then 0 else k.units end
      union all
      -- A variant that an edit has removed from the order.
      select o.number, p.name, m.taken, 0, null
      from (${takenInLedger}) m
      join shop_order o on o.config_id = $1 and o.number = m.number and o.imported_at is null
      join variant v on v.config_id = $1 and v.id = m.variant_id
      join product p on p.config_id = v.config_id and p.id = v.product_id
      where (m.taken <> 0 or m.shipped <> 0) and not exists (
        select from order_line l where l.config_id = $1 and l.order_id = o.id and l.variant_id = m.variant_id)`,
    message: 'Order {order} took {is} units of {what} from stock instead of {should}.',
    action: 'Correct the stock of this product by the difference and name the order as the reason.',
  },
  {
    check: 'draft_hold',
    name: 'Drafts hold the items that they reserved',
    isMoney: false,
    query: `
      select d.number as order, p.name as what, sum(x.taken) as is, sum(x.units) as should, null as currency
      from order_draft d
      join (
        select number, variant_id, taken, 0 as units from (${takenInLedger}) m
        union all select number, variant_id, 0, units from (${heldByDrafts}) h
      ) x on x.number = d.number
      join variant v on v.config_id = d.config_id and v.id = x.variant_id
      join product p on p.config_id = v.config_id and p.id = v.product_id
      where d.config_id = $1
      group by d.number, v.id, p.name having sum(x.taken) <> sum(x.units)`,
    message: 'The draft {order} has reserved {is} units of {what} instead of {should}.',
    action: 'Release the items of the draft, then correct the stock of this product.',
  },
]
