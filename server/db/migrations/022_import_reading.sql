-- What the texts of a file leave open: which number of 10/12/2023 is the day, and whether 1,499 is a thousand.

alter table data_import
  -- Null: nobody chose an order, and the file proves none.
  add column date_order text check (date_order in ('dmy', 'mdy')),
  add column is_mark_sure boolean not null default true,
  -- Whether a SKU that several variants have gets their option behind it.
  add column adds_option_to_skus boolean not null default false,
  -- What the shop does not read: [{"heading": "Barcode", "rows": 12}], rows that have a value there.
  add column left_behind jsonb not null default '[]' check (jsonb_typeof(left_behind) = 'array');

-- The checks allow more than before, so stored rows need no validation. Other shops ask for no phone. Checkout asks for the one of the order.
alter table address drop constraint address_phone_check;
alter table address add constraint address_phone_check check (phone = '' or length(phone) between 7 and 20) not valid;

-- An order of another shop's till has no email.
alter table shop_order drop constraint shop_order_email_check;
alter table shop_order add constraint shop_order_email_check
  check (length(email) between 3 and 254 or (email = '' and imported_at is not null)) not valid;
