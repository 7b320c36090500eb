import type { IntegrityCheck } from './integrity-check.ts'

/** The customers as their orders say. A guest is known by email, or else by phone; migration 048 has the rules. */
export const customerChecks: readonly IntegrityCheck[] = [
  {
    check: 'customer_orders',
    name: 'Customers count their orders',
    isMoney: false,
    query: `
      with counted as (
        select key, count(*)::int as orders from (
          select case when o.user_id is null then customer_key(o.email, o.phone) else lower(u.email) end as key
          from shop_order o
          left join app_user u on u.config_id = o.config_id and u.id = o.user_id and u.role_id = 2
          where o.config_id = $1 and not o.emails_deleted
        ) keyed where key is not null group by key
      ), listed as (
        select * from customer where config_id = $1
      )
      select null as order, coalesce(nullif(c.name, ''), n.key) as what, coalesce(c.orders, 0) as is,
        coalesce(n.orders, 0) as should, null as currency
      from listed c full join counted n on n.key = c.key
      where coalesce(c.orders, 0) <> coalesce(n.orders, 0)`,
    message: 'The customer {what} is listed with {is} orders, but has {should}.',
    action: 'Correct the phone number of one of these orders. That counts the customer again.',
  },
]
