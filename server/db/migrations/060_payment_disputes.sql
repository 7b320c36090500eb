-- A customer who asks the bank for the money of a payment. The state is the latest that the provider has reported.
-- The table is new, and the shop is not serving while it migrates.
-- squawk-ignore-file adding-foreign-key-constraint, require-concurrent-index-creation

create table payment_dispute (
  config_id integer not null,
  payment_id integer not null,
  -- The id of the dispute at the provider of the payment.
  reference text not null check (length(reference) between 1 and 255),
  order_id integer not null,
  -- won: the shop has the money. lost: the customer has it.
  state text not null check (state in ('open', 'won', 'lost')),
  -- Minor units. Null: the provider names an amount that is not a whole number of them.
  amount bigint,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- In the words of the provider.
  reason text not null default '' check (length(reason) <= 500),
  -- Until when the shop can reply. Null: it cannot.
  reply_by timestamptz,
  opened_at timestamptz not null default clock_timestamp(),
  state_at timestamptz not null default clock_timestamp(),
  primary key (config_id, payment_id, reference),
  foreign key (config_id, payment_id) references payment (config_id, id),
  foreign key (config_id, order_id) references shop_order (config_id, id)
);
-- Those that staff may have to answer, and the disputes of an order.
create index payment_dispute_waiting on payment_dispute (config_id, order_id) where state <> 'won';
