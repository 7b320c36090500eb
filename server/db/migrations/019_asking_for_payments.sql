-- A payment that somebody may still make is asked for at its provider, and money that is not the order's goes back.

-- When it is asked for next; null: there is nothing to ask, because it is not paid at a provider or its end is known.
alter table payment add column look_at timestamptz;
-- How often it was asked for already, for longer and longer pauses.
alter table payment add column looks integer not null default 0;
create index payment_look on payment (look_at) where look_at is not null;

-- Of money that was never counted as paid, because it was another amount, in another currency, or came twice: all of it
-- goes back. Null: the refund is counted, in the currency of the order.
alter table refund add column currency text check (currency ~ '^[A-Z]{3}$');
