import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { newCoupon } from './coupon.ts'
import { fillShop } from './fill-shop.ts'

/** A row for each table that `fillShop` leaves empty. */
const rest = [
  `insert into invoice_counter (config_id, series, last_sequence) values (1, '2020-21/', 7)`,
  `insert into invoice (config_id, series, sequence, order_id) select 1, '2020-21/', 7, min(id) from shop_order`,
  `insert into credit_note_counter (config_id, series, last_sequence) values (1, '2020-21/', 3)`,
  `insert into credit_note (config_id, series, sequence, order_id, issued_at, reason, total, tax, lines)
   select 1, '2020-21/', 3, min(id), '2020-05-01T10:00:00Z', 'refund', 1180, 180,
     '[{"position": 0, "part": 0, "rate": 180000, "total": 1180, "tax": 180}]' from shop_order`,
  `insert into shipment (config_id, order_id, carrier, tracking, tracking_url, expected_on)
    select 1, min(id), 'Post', 'P 1', '', '2020-05-04' from shop_order`,
  `insert into shipment_line (config_id, shipment_id, order_id, position, quantity)
    select 1, s.id, s.order_id, l.position, 1 from shipment s join order_line l using (config_id, order_id) limit 1`,
  `insert into carrier_label (config_id, order_id, shipment_id, carrier, state, reference, lines, quote, weight, length_cm,
      width_cm, height_cm, tracking, remote, pdf, actor_name)
    select 1, order_id, id, 'easypost', 'bought', 'order-1', '[]', 'shp_1/rate_1', 900, 20, 15, 10, '9400', '{"shipment": "shp_1"}',
      '\\x255044462d', 'Ravi' from shipment`,
  `insert into tracking_event (config_id, label_id, at, status, description, location)
    select 1, id, '2020-05-02T10:00:00Z', 'in_transit', 'Picked up', 'Houston' from carrier_label`,
  `insert into credit_account (config_id, kind, currency, user_id) select 1, 'store_credit', 'INR', min(id) from app_user`,
  `insert into credit_account (config_id, kind, currency, expires_at) values (1, 'gift_card', 'INR', '2030-01-01T00:00:00Z')`,
  `insert into gift_card (config_id, account_id, code_hash, ending, recipient_email, sealed_code, send_at, order_id)
    select 1, id, repeat('h', 43), 'K2MX', 'rose@example.com', '\\x2550', '2029-12-24T08:00:00Z',
      (select min(id) from shop_order)
    from credit_account where kind = 'gift_card'`,
  `insert into credit_entry (config_id, account_id, kind, amount, order_id, actor_name)
    select 1, id, 'issued', 50000, (select min(id) from shop_order), 'The shop' from credit_account`,
  `insert into order_return (config_id, order_id, kind, wish) select 1, min(id), 'return', 'refund' from shop_order`,
  `insert into order_return_line (config_id, return_id, order_id, position, quantity, reason)
    select 1, r.id, r.order_id, l.position, 1, 'Too small' from order_return r join order_line l using (config_id, order_id) limit 1`,
  `insert into order_return_photo (config_id, return_id, position, file, width, height)
    select 1, min(id), 0, (select min(file) from image), 8, 6 from order_return`,
  `insert into order_revision (config_id, order_id, event_id, before, after, settled)
    select 1, order_id, id, '{"lines": []}', '{"lines": []}', 1180 from order_event order by id limit 1`,
  `insert into order_draft (config_id, number, request) values (1, '0000-0000-0001', '{}')`,
  `insert into payment_dispute (config_id, payment_id, order_id, reference, state, currency)
    select 1, id, order_id, 'dp_1', 'won', 'INR' from payment order by id limit 1`,
  `insert into payment_event (config_id, provider, event_id, kind) values (1, 'stripe', 'evt_1', 'paid')`,
  `insert into review_unsubscribe (config_id, email) values (1, 'no@example.com')`,
  `insert into review_request (config_id, order_id, status) select 1, min(id), 'sent' from shop_order`,
  `insert into agent_platform (config_id, profile_url) values (1, 'https://agent.example/ucp.json')`,
  `update shop_order set agent_platform_id = (select id from agent_platform where profile_url = 'https://agent.example/ucp.json')
    where id = (select min(id) from shop_order)`,
  `insert into visit_count (config_id, hour, visitors) values (1, '2020-05-01T10:00:00Z', 3)`,
  `insert into content_page_history (config_id, slug, page_id) select 1, 'former', min(id) from content_page`,
  `insert into comment_vote (config_id, comment_id, user_id)
    select 1, min(c.id), min(u.id) from comment c cross join app_user u`,
  `insert into audit_entry (config_id, actor_name, action, subject, subject_id, after, undoes)
    select 1, 'Ravi', 'undo', 'product', '1', '{}', max(id) from audit_entry`,
  `update app_user set image = (select min(file) from image) where id = (select min(id) from app_user)`,
  `insert into shopper (config_id, visitor_hash) values (1, sha256('a visitor'))`,
  `update product set name = 'Cup “Ä” \\ "quoted"' || chr(10) || 'ਕੱਪ' where id = (select min(id) from product)`,
]

/** Gives shop 1, which has a catalog, `count` customers with orders, and rows in every table that an archive contains. */
export async function fillEveryTable(db: Database, count: number): Promise<void> {
  await newCoupon(db, {})
  await fillShop(db, count)
  for (const statement of rest) await sql.raw(statement).execute(db)
}
