import { sql } from 'kysely'
import { connect, type Database } from '#server/db/connect.ts'
import { databaseOf } from './customers.ts'
import { firstNames, lastNames } from './people.ts'
import type { Shop } from './shop.ts'

const cities = 'Mumbai Pune Delhi Chennai Kolkata Jaipur Kochi Lucknow Surat Indore'

/** Adds orders to a running shop; see `insertOrders`. */
export async function addOrders(shop: Shop, count: number): Promise<void> {
  const db = connect(databaseOf(shop), { max: 1, limits: false })
  try {
    await insertOrders(db, count)
  } finally {
    await db.destroy()
  }
}

/** What follows from each single order, at a millisecond each. Here it is written at once at the end, or not needed. */
const slowTriggers = [
  'shop_order_count_customer_insert',
  'shop_order_write_search_insert',
  'shop_order_write_events_insert',
]

/**
 * Adds orders of one to four lines to shop 1, over two years, in all states, without stock movements. The handle must
 * have no statement timeout, because the last statement is VACUUM ANALYZE.
 */
export async function insertOrders(db: Database, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const name of slowTriggers)
      await sql`alter table shop_order disable trigger ${sql.ref(name)}`.execute(tx)
    // The same unique number for an order in every statement.
    await sql`
      create temp table ware on commit drop as
      select row_number() over (order by v.id) - 1 as n, p.id as product_id, v.id as variant_id, p.name, v.price
      from variant v join product p on p.config_id = v.config_id and p.id = v.product_id
      where v.config_id = 1 and p.deleted_at is null and v.retired_at is null limit 5000`.execute(tx)
    await sql`
      create temp table line on commit drop as
      select i, k as position, w.product_id, w.variant_id, w.name, 1 + (i + k) % 3 as quantity, w.price
      from generate_series(1, ${sql.lit(count)}) i
      cross join lateral generate_series(0, (i::bigint * 7919 % 4)::integer) k
      join ware w on w.n = (i::bigint * 31 + k * 17) % (select count(*) from ware)`.execute(tx)
    await sql`create index on line (i)`.execute(tx)
    // The trigger that assigns serials looks each up with a plan for an empty table, which takes minutes for 100,000 rows.
    await sql`
      insert into shop_order (
        config_id, number, serial, status, email, phone, shipping_address, billing_address, shipping_method, shipping_name,
        delivery_from, delivery_to, payment_method, currency, tax_included, subtotal, discount, coupon_discount, shipping, tax,
        total, paid, origin, placed_at, reserved_until
      )
      select 1, o.number, 'B-' || i, o.status, o.email, '+91 98765 43210', o.address, o.address, 'standard', 'Standard delivery', current_date + 3, current_date + 6,
        case when i % 5 = 0 or o.status = 'pending' then 'bank_transfer' else 'cod' end, 'INR', true, l.total, 0, 0, 0, 0,
        l.total, case when o.status = 'delivered' then l.total else 0 end, 'http://localhost',
        now() - i * interval '2 years' / ${sql.lit(count)}, case when o.status = 'pending' then now() + interval '5 days' end
      from (
        select i, md5(i::text || email) as hash, email, full_name,
          jsonb_build_object('fullName', full_name, 'line1', i || ' Rose Lane', 'line2', '', 'city',
            (string_to_array(${cities}, ' '))[1 + i % 10], 'state', 'MH', 'pincode', '411001', 'country', 'IN') as address,
          regexp_replace(upper(substr(md5(i::text), 1, 12)), '(....)(....)(....)', '\\1-\\2-\\3') as number,
          case when i < 400 then 'confirmed' when i < 500 then 'pending' when i < 1500 then 'shipped'
            when i % 20 = 0 then 'cancelled' when i % 33 = 0 then 'refunded' when i % 47 = 0 then 'returned'
            else 'delivered' end as status
        from generate_series(1, ${sql.lit(count)}) i
        cross join lateral (
          select concat_ws(' ', (string_to_array(${firstNames}, ' '))[1 + i % 15],
            (string_to_array(${lastNames}, ' '))[1 + (i / 15) % 15]) as full_name
        ) n
        cross join lateral (select lower(replace(full_name, ' ', '.')) || i || '@example.com' as email) e
      ) o
      cross join lateral (
        select sum(price * quantity) as total from line where line.i = o.i
      ) l`.execute(tx)
    await sql`
      insert into order_line (
        config_id, order_id, position, product_id, variant_id, name, options, quantity, price, offer, tax_rate, subtotal, discount,
        coupon_discount, tax, total
      )
      select 1, o.id, l.position, l.product_id, l.variant_id, l.name, '[]', l.quantity, l.price, 0, 0,
        l.price * l.quantity, 0, 0, 0, l.price * l.quantity
      from line l
      join shop_order o on o.config_id = 1
        and o.number = regexp_replace(upper(substr(md5(l.i::text), 1, 12)), '(....)(....)(....)', '\\1-\\2-\\3')`.execute(
      tx,
    )
    await sql`select fill_customers(1)`.execute(tx)
    for (const name of slowTriggers)
      await sql`alter table shop_order enable trigger ${sql.ref(name)}`.execute(tx)
  })
  // Autovacuum would do this later.
  await sql`vacuum analyze shop_order, order_line, order_search_document`.execute(db)
}
