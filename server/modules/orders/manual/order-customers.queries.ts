import { sql } from 'kysely'
import { phoneKey } from '#contract/orders/address/phone.ts'
import type { OrderCustomer } from '#contract/orders/manual-quote.ts'
import type { Database } from '#server/db/connect.ts'
import { searchCondition } from '#server/platform/record-search/search-condition.ts'

const MAX_CUSTOMERS = 8
/** The latest orders among which customers are looked for. */
const MAX_ORDERS = 100

/**
 * Customers whose name, email or phone matches the text: accounts first, then those of earlier orders, the latest first. What
 * an account does not know comes from its latest order.
 */
export async function findOrderCustomers(
  db: Database,
  shopId: number,
  text: string,
): Promise<OrderCustomer[]> {
  const search = { shopId, text, decimals: 0 } as const
  const [ofAccounts, ofOrders] = await Promise.all([
    searchCondition(db, { ...search, table: 'customer_search_document' }),
    searchCondition(db, { ...search, table: 'order_search_document' }),
  ])
  const [accounts, orders] = await Promise.all([
    sql<OrderCustomer>`
      select u.full_name as name, u.email, coalesce(a.phone, '') as phone, a.address
      from app_user u
      left join lateral (
        select phone, json_build_object('fullName', full_name, 'line1', line1, 'line2', line2, 'city', city,
          'state', state, 'pincode', pincode, 'country', country) as address
        from address where config_id = u.config_id and user_id = u.id order by is_default desc, id desc limit 1
      ) a on true
      where u.config_id = ${shopId} and u.role_id = 2 and u.disabled_at is null
        and u.id in (select d.user_id from customer_search_document d where ${ofAccounts})
      order by lower(u.full_name), u.id limit ${MAX_CUSTOMERS}`.execute(db),
    sql<OrderCustomer>`
      select o.shipping_address ->> 'fullName' as name, o.email, o.phone,
        -- A pick-up has the address of the shop.
        case when o.shipping_method <> 'pick_up' then json_build_object(
        'fullName', o.shipping_address ->> 'fullName', 'line1', o.shipping_address ->> 'line1',
        'line2', coalesce(o.shipping_address ->> 'line2', ''), 'city', o.shipping_address ->> 'city',
        'state', o.shipping_address ->> 'state', 'pincode', o.shipping_address ->> 'pincode',
        'country', o.shipping_address ->> 'country') end as address
      from shop_order o
      -- The product of an order is no customer.
      cross join lateral (
        select o.config_id, o.total, ' ' || fold_search_text(concat_ws(' ', o.shipping_address ->> 'fullName', o.email,
          national_phone_digits(o.phone))) || ' ' as text
      ) d
      where o.config_id = ${shopId} and (o.email <> '' or o.phone <> '') and ${ofOrders}
        and o.id in (select d.order_id from order_search_document d where ${ofOrders})
      order by o.placed_at desc, o.id desc limit ${MAX_ORDERS}`.execute(db),
  ])
  const found = new Map<string, OrderCustomer>()
  for (const customer of [...accounts.rows, ...orders.rows]) {
    const key = customer.email.toLowerCase() || phoneKey(customer.phone)
    const known = found.get(key)
    if (!known) found.set(key, customer)
    else if (!known.phone || !known.address)
      found.set(key, {
        ...known,
        phone: known.phone || customer.phone,
        address: known.address ?? customer.address,
      })
  }
  return [...found.values()].slice(0, MAX_CUSTOMERS)
}
