-- Checks of the books: asked for nightly or by somebody, done by whichever process gets to it first.
create table book_check (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  requested_at timestamptz not null default now(),
  finished_at timestamptz,
  orders integer not null default 0,
  exceptions jsonb not null default '[]' check (jsonb_typeof(exceptions) = 'array'),
  primary key (config_id, id)
);
create unique index book_check_open on book_check (config_id) where finished_at is null;

-- Of an order that was cancelled or came back: whether its pieces can be sold again. Null: it is under way.
alter table shop_order add column stock_back boolean;
