import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { insertOrders } from '../../../bench/shops/many-orders.ts'

/**
 * Fills shop 1, which has a catalog, with `count` customers and their sessions, addresses, carts, wishlists, orders,
 * comments, emails, searches and audit entries. The handle must have no statement timeout, because the last statement
 * is VACUUM ANALYZE.
 */
export async function fillShop(db: Database, count: number): Promise<void> {
  await insertOrders(db, count)
  await db.transaction().execute(async (tx) => {
    await sql`create temp table person (n, id) on commit drop as select 0, 0 limit 0`.execute(tx)
    await sql`create temp table thing on commit drop as
      select row_number() over (order by v.id) - 1 as n, v.id, v.product_id, v.price
      from variant v join product p on p.config_id = v.config_id and p.id = v.product_id
      where v.config_id = 1 and v.retired_at is null and p.deleted_at is null and p.status = 'live'
      order by 1 limit 20000`.execute(tx)
    await sql`create unique index on thing (n)`.execute(tx)
    for (const statement of statements)
      await sql.raw(statement.replaceAll('$count', String(count))).execute(tx)
  })
  await sql`vacuum analyze`.execute(db)
}

/** Selects an item by any number. */
const things = 'join thing t on t.n = (i * 31 + k * 17) % (select count(*) from thing)'

const statements = [
  `with made as (
    insert into app_user (config_id, full_name, email, password_hash, email_verified_at, disabled_at, created_at)
    select 1, 'Customer ' || md5(i::text), 'someone' || i || '@example.com', 'none',
      case when i % 3 > 0 then now() end, case when i % 50 = 0 then now() end, now() - i * interval '10 minutes'
    from generate_series(1, $count) i returning id
  ) insert into person select row_number() over (order by id) - 1, id from made`,
  'create unique index on person (n)',
  'analyze person, thing',
  `insert into session (token_hash, config_id, user_id, expires_at)
  select sha256(id::text::bytea), 1, id, now() + interval '9 days' from person`,
  `insert into address (config_id, user_id, full_name, phone, line1, city, state, pincode)
  select 1, id, 'Asha Rao', '+91 98765 43210', n || ' Rose Lane', 'Pune', 'MH', '411001' from person`,
  `insert into customer_note (config_id, user_id, author_name, body)
  select 1, id, 'Ravi', 'Asked for a receipt' from person where n % 5 = 0`,
  `insert into shopper (config_id, user_id, share_token) select 1, id, md5(id::text) from person`,
  `insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add)
  select distinct on (s.id, t.id) 1, s.id, t.id, 1, t.price
  from person p join shopper s on s.config_id = 1 and s.user_id = p.id
  cross join lateral (select p.n as i) i cross join generate_series(1, 3) k ${things}`,
  `insert into saved_line (config_id, shopper_id, variant_id, quantity, price_at_add)
  select distinct on (s.id, t.id) 1, s.id, t.id, 1, t.price
  from person p join shopper s on s.config_id = 1 and s.user_id = p.id
  cross join lateral (select p.n as i) i cross join generate_series(1, 3) k ${things}`,
  `insert into wishlist_item (config_id, shopper_id, product_id)
  select distinct 1, s.id, t.product_id from person p join shopper s on s.config_id = 1 and s.user_id = p.id
  cross join lateral (select p.n as i) i cross join generate_series(4, 6) k ${things}`,
  // One customer gets a long list of orders.
  `update shop_order o set user_id = p.id from person p
  where o.config_id = 1 and p.n = case when o.id % 20 = 0 then 1 else o.id % (select count(*) from person) end`,
  `insert into coupon (config_id, code, kind, percent) select 1, 'CROWD' || i, 'percent', 1000 from generate_series(1, 300) i`,
  `insert into coupon_use (config_id, coupon_id, order_id, customer, once_per_customer)
  select 1, c.id, o.id, 'email:' || o.email, false from shop_order o
  join coupon c on c.config_id = 1 and c.code = 'CROWD' || 1 + o.id % 300 where o.config_id = 1 and o.id % 4 = 0`,
  `update shop_order o set coupon_id = u.coupon_id from coupon_use u where u.config_id = 1 and o.config_id = 1 and o.id = u.order_id`,
  `insert into order_event (config_id, order_id, kind, actor_name, is_public)
  select 1, id, kind, 'The shop', true from shop_order cross join unnest(array['placed', 'confirmed', 'shipped']) kind
  where config_id = 1`,
  `insert into payment (config_id, order_id, provider, status, amount, paid_at)
  select 1, id, 'cod', case when paid > 0 then 'paid' else 'waiting' end, total, case when paid > 0 then placed_at end
  from shop_order where config_id = 1`,
  `insert into refund (config_id, order_id, payment_id, amount, status, actor_name, created_at, due_at)
  select 1, o.id, p.id, 100, 'done', 'Ravi', o.placed_at, 'infinity'
  from shop_order o join payment p on p.config_id = 1 and p.order_id = o.id where o.config_id = 1 and o.id % 10 = 0`,
  `insert into refund_line (config_id, refund_id, order_id, position, quantity, amount, restocked)
  select 1, id, order_id, 0, 1, 100, 0 from refund where config_id = 1`,
  `update shop set address = '1 Market Road, Pune' where config_id = 1`,
  `insert into setting (config_id, key, value) values (1, 'invoice.gstin', '"27AAPFU0939F1ZV"')`,
  `insert into invoice (config_id, series, sequence, order_id)
  select 1, '2020-21/', row_number() over (order by id), id from shop_order where config_id = 1 and status = 'delivered'`,
  `insert into comment (config_id, product_id, user_id, author_name, body, rating, status, created_at)
  select 1, case when i % 20 = 0 then (select product_id from thing where n = 0) else t.product_id end, p.id, 'Customer',
    'Kept, and used each day ' || md5(i::text), 1 + i % 5, (array['pending', 'hidden', 'visible', 'visible'])[1 + i % 4],
    now() - i * interval '10 minutes'
  from generate_series(1, $count) i cross join lateral (select 1 as k) k ${things}
  join person p on p.n = i % (select count(*) from person)`,
  `insert into comment_report (config_id, comment_id, user_id, reason)
  select 1, c.id, c.user_id, 'Not about it' from comment c where c.config_id = 1 and c.id % 9 = 0 and c.user_id is not null`,
  `with added as (
    insert into data_import (config_id, kind, file_name, format, headings, mapping, decimal_mark, state, actor_name)
    values (1, 'products', 'products.csv', 'haat', '{Name}', '{"name": "Name"}', '.', 'done', 'Asha') returning id
  ) insert into data_import_item (config_id, import_id, position, line, name, content, outcome)
  select 1, added.id, i, i + 1, 'Product ' || i, '{}', case when i % 10 = 0 then 'refuse' else 'create' end
  from added cross join generate_series(1, $count) i`,
  `with added as (
    insert into webhook (config_id, url, kinds, sealed_secret, last_event_id)
    values (1, 'https://example.com/', '{order.placed}', '', 0) returning id
  ) insert into webhook_delivery (config_id, webhook_id, event_id, subject, state)
  select 1, added.id, i, 'order:' || i, case when i % 10 = 0 then 'waiting' else 'delivered' end
  from added cross join generate_series(1, $count) i`,
  `insert into email (config_id, template, recipient, subject, body_text, body_html, created_at, due_at, attempts, sent_at)
  select 1, 'order_confirmed', 'someone' || i || '@example.com', 'Your order ' || i, 'Thank you', 'Thank you',
    at, case when i < 20 then 'infinity' else at end, 1, case when i >= 20 then at end
  from generate_series(1, $count) i cross join lateral (select now() - i * interval '10 minutes' as at) at`,
  `insert into search_count (config_id, day, q, searches, clicks, result_count)
  select 1, current_date - i % 60, 'words of search ' || i / 60, 1 + i % 9, i % 3, i % 4 from generate_series(1, $count) i`,
  `insert into search_click (config_id, day, q, product_id, clicks)
  select 1, day, q, t.product_id, clicks
  from (select *, row_number() over () as i, 1 as k from search_count where config_id = 1 and clicks > 0) c ${things}`,
  `insert into search_signal (config_id, q) select 1, q from search_count where config_id = 1 group by q`,
  `insert into search_signal_product (config_id, signal_id, product_id, weight, shoppers, orders)
  select distinct on (s.id, t.product_id) 1, s.id, t.product_id, 3, 3, 0
  from (select id, row_number() over () as i, 1 as k from search_signal where config_id = 1) s ${things}`,
  `insert into synonym_suggestion (config_id, failed, worked, shoppers, found_nothing)
  select 1, 'words ' || i, 'mug', 1 + i % 5, i % 2 = 0 from generate_series(1, least($count, 1000)) i`,
  `insert into agent_platform (config_id, profile_url, last_used_at, blocked_at)
  select 1, 'https://agent' || i || '.example/ucp.json', now() - i * interval '1 minute', case when i % 50 = 0 then now() end
  from generate_series(1, least($count, 5000)) i`,
  `update shop_order o set agent_platform_id = (
    select min(id) + o.id % count(*) from agent_platform where config_id = 1
  ) where config_id = 1 and id % 10 = 0`,
  `insert into checkout_session (config_id, id, platform_id, protocol, input, state, order_id, created_at, expires_at)
  select 1, 'ordered' || lpad(id::text, 20, '0'), agent_platform_id, '2026-04-08', '{"lines": []}', 'ordered', id, placed_at,
    placed_at + interval '6 hours'
  from shop_order where config_id = 1 and agent_platform_id is not null`,
  `insert into checkout_session (config_id, id, platform_id, protocol, input, state, created_at, expires_at)
  select 1, 'open' || lpad(p.id::text, 20, '0'), p.id, '2026-04-08', '{"lines": []}', 'open', now(), now() + interval '6 hours'
  from agent_platform p where config_id = 1`,
  `insert into audit_entry (config_id, at, actor_id, actor_name, action, subject, subject_id, before, after)
  select 1, now() - ($count - i) * interval '10 minutes', case when i % 3 > 0 then p.id end, 'Ravi', 'update', 'product',
    t.product_id::text, jsonb_build_object('name', 'Mug ' || i), jsonb_build_object('name', 'Cup ' || i)
  from generate_series(1, $count) i cross join lateral (select 1 as k) k ${things}
  join person p on p.n = i % 7 % (select count(*) from person)`,
  `insert into collection (config_id, name, slug, rule)
  select 1, 'By hand', 'crowd-by-hand', null::jsonb union all select 1, 'On offer', 'crowd-on-offer', '{"onsale": true}'
  union all select 1, 'By text', 'crowd-by-text', '{"q": "mug"}'`,
  `insert into collection_product (config_id, collection_id, product_id)
  select distinct 1, c.id, t.product_id from collection c cross join thing t
  where c.config_id = 1 and c.slug = 'crowd-by-hand' and t.n < 500`,
  `insert into content_page (config_id, slug, title, body) values (1, 'crowd', 'Of the crowd', 'Words')`,
  `insert into custom_field (config_id, subject, key, kind, name, is_filterable)
    select 1, subject, 'lot', 'number', 'Lot', true from unnest(array['product', 'variant', 'customer', 'order']) subject`,
  `insert into custom_values (config_id, subject, subject_id, extra)
    select 1, 'product', id, jsonb_build_object('lot', id % 1000) from product where config_id = 1
    union all select 1, 'customer', id, jsonb_build_object('lot', id % 1000) from app_user where config_id = 1
    union all select 1, 'order', id, jsonb_build_object('lot', id % 1000) from shop_order where config_id = 1`,
  `insert into redirect (config_id, from_path, to_path) select 1, '/old/' || i, '/products?page=' || i from generate_series(1, $count) i`,
  `insert into banner (config_id, image, title, position)
  select 1, min(file), 'Of the crowd', 0 from image where config_id = 1`,
  `insert into search_synonym (config_id, words) values (1, array['mug', 'cup'])`,
  `insert into search_rule (config_id, q, pinned) select 1, 'mug', array_agg(product_id) from thing where n < 3`,
  `insert into slug_history (config_id, kind, slug, target_id)
  select 1, 'product', 'an-old-name-' || n, product_id from thing`,
]
