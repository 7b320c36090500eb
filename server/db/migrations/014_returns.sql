-- Returns and withdrawals of orders.

-- What a customer wants to send back. A withdrawal is the declaration of a consumer in the EU: it needs no approval to be valid,
-- and the money is due after 14 days.
create table order_return (
  config_id integer not null,
  id integer generated always as identity,
  order_id integer not null,
  kind text not null check (kind in ('return', 'withdrawal')),
  state text not null default 'requested' check (state in ('requested', 'approved', 'received', 'refunded', 'refused')),
  wish text not null check (wish in ('refund', 'exchange')),
  -- What staff wrote to the customer with their decision.
  answer text not null default '' check (length(answer) <= 2000),
  requested_at timestamptz not null default clock_timestamp(),
  refund_due_at timestamptz,
  closed_at timestamptz,
  primary key (config_id, id),
  foreign key (config_id, order_id) references shop_order,
  check ((kind = 'withdrawal') = (refund_due_at is not null)),
  check ((state in ('refunded', 'refused')) = (closed_at is not null))
);
create index order_return_order on order_return (config_id, order_id);
create index order_return_newest on order_return (config_id, id desc);
create index order_return_state on order_return (config_id, state, id desc);

create table order_return_line (
  config_id integer not null,
  return_id integer not null,
  order_id integer not null,
  position integer not null,
  quantity integer not null check (quantity > 0),
  reason text not null check (length(reason) <= 500),
  -- What the inspection found. Restocked units are in the stock ledger.
  restocked integer not null default 0 check (restocked >= 0),
  damaged integer not null default 0 check (damaged >= 0),
  missing integer not null default 0 check (missing >= 0),
  primary key (config_id, return_id, position),
  foreign key (config_id, return_id) references order_return,
  foreign key (config_id, order_id, position) references order_line,
  check (restocked + damaged + missing <= quantity)
);
create index order_return_line_order on order_return_line (config_id, order_id, position);
