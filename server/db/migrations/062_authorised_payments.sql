-- A payment may be authorised when the order is placed, and captured when it ships.
-- squawk-ignore-file adding-foreign-key-constraint, constraint-missing-not-valid, require-concurrent-index-creation

-- What is authorised of an order and neither captured nor released. The customer owes the rest.
alter table shop_order add column authorized money_total not null default 0;

-- authorized: the money is reserved. releasing: the provider is asked to give back what is reserved. captured, released and expired
-- end it. capturing: a capture whose outcome is not known; it ends as paid or failed.
alter table payment drop constraint payment_status_check;
alter table payment add constraint payment_status_check check (status in (
  'waiting', 'paid', 'failed', 'cancelled', 'authorized', 'releasing', 'captured', 'released', 'expired', 'capturing'
)) not valid;

-- Its provider only reserves the money, if it can.
alter table payment add column takes_later boolean not null default false;
-- Until when the money is reserved; null: not authorised, or the provider does not say.
alter table payment add column expires_at timestamptz;
-- The authorised payment that a capture takes its money from; null: not a capture.
alter table payment add column authorized_by integer;
-- Whether nothing is captured after this capture, so that the rest goes back.
alter table payment add column is_last_capture boolean not null default false;
alter table payment add constraint payment_authorized_by_fkey
  foreign key (config_id, authorized_by) references payment (config_id, id);
alter table payment add constraint payment_capture_check
  check (status <> 'capturing' or authorized_by is not null) not valid;

-- One capture at a time.
create unique index payment_open_capture on payment (config_id, authorized_by) where status = 'capturing';
-- Authorised payments by their end, for the tasks of staff.
create index payment_authorized on payment (config_id, expires_at) where status = 'authorized';
