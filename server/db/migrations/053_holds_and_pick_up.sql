-- A draft may hold the units of its lines until a moment. The stock ledger has the reservation under the number of the draft,
-- which is that of its order later. `held` are the reserved units: [{"variantId": 1, "quantity": 2}].
alter table order_draft
  add column held_until timestamptz,
  add column held jsonb not null default '[]' check (jsonb_typeof(held) = 'array'),
  -- Not valid, so that the table is not read: without a hold every row meets it.
  add constraint order_draft_hold_check check (held_until is not null or held = '[]') not valid;

-- The job that ends holds looks for those whose moment has passed.
create index order_draft_held_until on order_draft (held_until) where held_until is not null;

-- Customers may pick up an order at the shop. Until then it may wait for them, since `ready_at`. At the counter people leave
-- neither an email nor a phone number.
alter table shop_order add column ready_at timestamptz;
alter table shop_order drop constraint shop_order_email_check;
-- Not valid, so that the table is not read: every row met the narrower rule.
alter table shop_order add constraint shop_order_email_check check (
  length(email) between 3 and 254 or (email = '' and (imported_at is not null or phone <> '' or shipping_method = 'pick_up'))
) not valid;
