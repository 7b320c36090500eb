/**
 * A small shop as the first 17 migrations store one: two customers' orders (one delivered, invoiced and partly refunded; one
 * awaiting its transfer), and a row of each kind that later migrations rewrite.
 */
export const shopOf017 = `
update shop set name = 'Clay & Co', email = 'shop@example.com' where config_id = 1;
insert into setting (config_id, key, value) values
  (1, 'payment.bank_transfer', 'true'), (1, 'invoice.gstin', '"27AAPFU0939F1ZV"');
insert into role (config_id, id, name, permissions) values (1, 3, 'Sales', '{orders}');
insert into app_user (config_id, role_id, full_name, email, password_hash, email_verified_at) values
  (1, 1, 'Ravi Shah', 'ravi@example.com', 'none', now()),
  (1, 2, 'Asha Rao', 'asha@example.com', 'none', now());
insert into api_key (token_hash, config_id, name, permissions, ending, user_id)
  select sha256('a key'), 1, 'Accounting', '{orders}', 'abcd', id from app_user where email = 'ravi@example.com';
insert into address (config_id, user_id, full_name, phone, line1, city, state, pincode)
  select 1, id, full_name, '+91 98765 43210', '4 Rose Lane', 'Pune', 'MH', '411001'
  from app_user where email = 'asha@example.com';

insert into image (config_id, file, width, height, bytes) values (1, 'cup.webp', 800, 800, 9000);
insert into banner (config_id, image, title, link) values (1, 'cup.webp', 'Away', '/.//elsewhere.example');
insert into category (config_id, id, name, slug) values (1, 1, 'Cups', 'cups');
insert into product (config_id, id, category_id, name, slug, description, gst, offer, options) values
  (1, 1, 1, 'Stoneware cup', 'stoneware-cup', 'Thrown by hand.', 1800, 0, '{Colour}'),
  (1, 2, 1, 'Tea bowl', 'tea-bowl', 'Without a handle.', 1800, 1000, '{}');
insert into product_image (config_id, product_id, position, file, alt) values (1, 1, 0, 'cup.webp', 'A cup');
insert into variant (config_id, id, product_id, position, sku, options, price) values
  (1, 1, 1, 0, 'CUP-SAGE', '{"Colour": "Sage"}', 59000),
  (1, 2, 1, 1, 'CUP-CLAY', '{"Colour": "Clay"}', 59000),
  (1, 3, 2, 0, 'BOWL', '{}', 40000);
insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change)
  select 1, v, 'received', 10, 10 from generate_series(1, 3) v;

insert into shop_order (config_id, number, status, user_id, email, phone, shipping_address, billing_address, shipping_method,
    shipping_name, delivery_from, delivery_to, payment_method, currency, tax_included, subtotal, discount, coupon_discount,
    shipping, shipping_tax, shipping_taxes, tax, total, paid, refunded, origin, search_text, placed_at, reserved_until,
    confirmed_at, shipped_at, delivered_at)
  select 1, number, status, u.id, u.email, '+91 98765 43210', a.address, a.address, 'standard', 'Standard delivery',
    '2025-05-14', '2025-05-16', method, 'INR', true, subtotal, discount, 0, 5000, 763,
    '[{"rate": 180000, "amount": 5000, "tax": 763}]', tax, total, paid, refunded, 'http://localhost',
    'asha rao asha@example.com', placed_at, reserved_until, confirmed_at, sent_at, sent_at
  from app_user u, (values ('{"fullName": "Asha Rao", "line1": "4 Rose Lane", "line2": "", "city": "Pune", "state": "MH",
    "pincode": "411001", "country": "IN"}'::jsonb)) a (address), (values
    ('0000-0000-0001', 'delivered', 'cod', 118000, 0, 18763, 123000, 123000, 61000, timestamptz '2025-05-10 10:00Z',
      null::timestamptz, timestamptz '2025-05-10 10:00Z', timestamptz '2025-05-12 10:00Z'),
    ('0000-0000-0002', 'pending', 'bank_transfer', 40000, 4000, 6255, 41000, 0, 0, now(), now() + interval '5 days', null, null)
  ) o (number, status, method, subtotal, discount, tax, total, paid, refunded, placed_at, reserved_until, confirmed_at, sent_at)
  where u.email = 'asha@example.com';
insert into order_line (config_id, order_id, position, product_id, variant_id, name, options, sku, quantity, price, offer,
    tax_rate, subtotal, discount, coupon_discount, tax, total, refunded_quantity, refunded_amount)
  select 1, o.id, 0, v.product_id, v.id, p.name, '[]', v.sku, l.quantity, v.price, p.offer, 180000, o.subtotal, o.discount, 0,
    o.tax - o.shipping_tax, o.subtotal - o.discount, l.refunded, l.refunded * v.price
  from (values ('0000-0000-0001', 1, 2, 1), ('0000-0000-0002', 3, 1, 0)) l (number, variant_id, quantity, refunded)
  join shop_order o using (number) join variant v on v.id = l.variant_id join product p on p.id = v.product_id;
insert into order_event (config_id, order_id, kind, actor_name, is_public)
  select 1, id, 'placed', 'Asha Rao', true from shop_order;
insert into payment (config_id, order_id, provider, status, amount, paid_at)
  select 1, id, payment_method, case when paid > 0 then 'paid' else 'waiting' end, total, delivered_at from shop_order;
insert into stock_movement (config_id, variant_id, kind, on_hand_change, available_change, reference) values
  (1, 1, 'reserved', 0, -2, '0000-0000-0001'), (1, 1, 'sold', -2, 0, '0000-0000-0001'),
  (1, 1, 'returned', 1, 1, '0000-0000-0001'), (1, 3, 'reserved', 0, -1, '0000-0000-0002');

with sent as (
  insert into shipment (config_id, order_id, carrier, tracking, tracking_url, shipped_at, delivered_at)
  select 1, id, 'Post', 'P 1', '', shipped_at, delivered_at from shop_order where status = 'delivered' returning id, order_id
) insert into shipment_line (config_id, shipment_id, order_id, position, quantity) select 1, id, order_id, 0, 2 from sent;
insert into invoice_counter (config_id, year, last_sequence) values (1, '2025-26', 1);
insert into invoice (config_id, year, sequence, order_id, issued_at, billing_address, shipping_address, seller)
  select 1, '2025-26', 1, id, delivered_at, billing_address, shipping_address, '{"name": "Clay & Co",
    "address": "1 Market Road, Pune", "email": "shop@example.com", "phone": "", "gstin": "27AAPFU0939F1ZV", "state": "MH",
    "note": "", "legal_name": ""}' from shop_order where status = 'delivered';
-- One cup, and 20.00 beside the goods.
with back as (
  insert into refund (config_id, order_id, payment_id, amount, non_line_amount, status, due_at, actor_name)
  select 1, o.id, p.id, o.refunded, 2000, 'done', 'infinity', 'Ravi Shah'
  from shop_order o join payment p on p.order_id = o.id where o.refunded > 0 returning id, order_id
) insert into refund_line (config_id, refund_id, order_id, position, quantity, amount, restocked)
  select 1, id, order_id, 0, 1, 59000, 1 from back;
with asked as (
  insert into order_return (config_id, order_id, kind, wish) select 1, id, 'return', 'refund' from shop_order where paid > 0
  returning id, order_id
) insert into order_return_line (config_id, return_id, order_id, position, quantity, reason)
  select 1, id, order_id, 0, 1, 'Too small' from asked;

insert into comment (config_id, product_id, user_id, author_name, body, rating)
  select 1, 1, id, full_name, 'Sits well in the hand.', 5 from app_user where email = 'asha@example.com';
with seen as (insert into shopper (config_id, user_id) select 1, id from app_user where role_id = 2 returning id)
  insert into cart_line (config_id, shopper_id, variant_id, quantity, price_at_add) select 1, id, 2, 1, 59000 from seen;
insert into search_synonym (config_id, words) values (1, '{cup,mug}');
insert into audit_entry (config_id, actor_name, action, subject, subject_id, before, after)
  values (1, 'Ravi Shah', 'update', 'product', '1', '{"name": "Cup"}', '{"name": "Stoneware cup"}');
`
