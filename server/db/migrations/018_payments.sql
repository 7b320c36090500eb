-- What orders are paid with, what is paid back, the invoices, and how calls and mails are kept from happening twice.

-- One attempt to be paid. `reference` is what the provider calls it.
create table payment (
  config_id integer not null,
  id integer generated always as identity,
  order_id integer not null,
  provider text not null check (provider ~ '^[a-z_]+$'),
  status text not null check (status in ('waiting', 'paid', 'failed', 'cancelled')),
  amount money_minor not null,
  reference text check (length(reference) between 1 and 255),
  -- Where the shopper pays.
  url text check (length(url) <= 2000),
  -- The money itself at the provider, for refunds.
  charge text check (length(charge) between 1 and 255),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  primary key (config_id, id),
  unique (config_id, provider, reference),
  foreign key (config_id, order_id) references shop_order,
  check ((status = 'paid') = (paid_at is not null))
);
create index payment_order on payment (config_id, order_id);
create unique index payment_paid_once on payment (config_id, order_id) where status = 'paid';

-- Results that a provider has told, so that each is worked on once.
create table payment_event (
  config_id integer not null references shop,
  provider text not null,
  event_id text not null check (length(event_id) between 1 and 255),
  kind text not null,
  received_at timestamptz not null default now(),
  primary key (config_id, provider, event_id)
);

create table refund (
  config_id integer not null,
  id integer generated always as identity,
  order_id integer not null,
  payment_id integer not null,
  amount money_minor not null check (amount > 0),
  -- Part of the amount that is for delivery, or none of a line.
  beyond_lines money_minor not null default 0,
  reason text not null default '' check (length(reason) <= 500),
  status text not null check (status in ('waiting', 'done', 'failed')),
  reference text check (length(reference) between 1 and 255),
  attempts integer not null default 0,
  due_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 1000),
  actor_id integer,
  actor_name text not null,
  created_at timestamptz not null default now(),
  primary key (config_id, id),
  foreign key (config_id, order_id) references shop_order,
  foreign key (config_id, payment_id) references payment
);
create index refund_order on refund (config_id, order_id);
create index refund_payment on refund (config_id, payment_id);
create index refund_waiting on refund (due_at) where status = 'waiting';

create table refund_line (
  config_id integer not null,
  refund_id integer not null,
  order_id integer not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  amount money_minor not null,
  restocked integer not null check (restocked between 0 and quantity),
  primary key (config_id, refund_id, position),
  foreign key (config_id, refund_id) references refund,
  foreign key (config_id, order_id, position) references order_line
);

-- Invoices are numbered without gaps, by shop and financial year: the number is taken in the transaction that issues it.
create table invoice_counter (
  config_id integer not null references shop,
  year text not null check (year ~ '^\d{4}-\d{2}$'),
  last integer not null check (last > 0),
  primary key (config_id, year)
);
create table invoice (
  config_id integer not null,
  year text not null,
  sequence integer not null check (sequence > 0),
  order_id integer not null,
  issued_at timestamptz not null default now(),
  primary key (config_id, year, sequence),
  unique (config_id, order_id),
  foreign key (config_id, order_id) references shop_order
);

-- A mail about something that happens once is written once: `order:12:confirmed`.
alter table mail add column reference text check (length(reference) between 1 and 100);
create unique index mail_reference on mail (config_id, reference) where reference is not null;

-- Takes an Idempotency-Key for the transaction, which writes it with its answer before it ends. `state`: `new` (do the
-- work), `busy` (another call has it now), `done` (`answer` is what was answered), `other` (it was used with another body).
create function take_key(shop integer, whose text, wanted text, hash bytea, out state text, out before jsonb)
language plpgsql volatile as $$
declare
  found_hash bytea;
begin
  if not pg_try_advisory_xact_lock(hashtextextended(shop || ' ' || whose || ' ' || wanted, 7)) then
    state := 'busy';
    return;
  end if;
  select w.body_hash, w.answer into found_hash, before from answered_write w
  where w.config_id = shop and w.owner = whose and w.key = wanted;
  state := case when found_hash is null then 'new' when found_hash = hash then 'done' else 'other' end;
end $$;
