-- Gift cards and store credit: an append-only ledger of entries, and the balance of each account that follows from it.
-- The only way to change a balance is to add to the ledger. A balance refuses to go below zero, whatever runs at the same time.
-- The tables are new, and the shop is not serving while it migrates.
-- squawk-ignore-file adding-foreign-key-constraint, require-concurrent-index-creation

create table credit_account (
  config_id integer not null references shop,
  id integer generated always as identity,
  kind text not null check (kind in ('gift_card', 'store_credit')),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- Minor units of the currency.
  balance bigint not null default 0,
  -- The customer of store credit. Null once the account of the customer is deleted.
  user_id integer,
  -- It pays until then. Null: it does not expire.
  expires_at timestamptz,
  deactivated_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (config_id, id),
  foreign key (config_id, user_id) references app_user on delete set null (user_id),
  check (user_id is null or kind = 'store_credit'),
  constraint credit_not_overdrawn check (balance >= 0)
);
create unique index credit_account_customer on credit_account (config_id, user_id, currency) where kind = 'store_credit';
create index credit_account_list on credit_account (config_id, kind, id);
create index credit_account_expiry on credit_account (expires_at) where balance > 0 and expires_at is not null;

-- The code of a gift card, and how it reaches its recipient. Of the code only a keyed hash stays, and its last characters.
create table gift_card (
  config_id integer not null,
  account_id integer not null,
  code_hash text not null check (length(code_hash) = 43),
  ending text not null check (length(ending) = 4),
  -- The code, encrypted with a key derived from AUTH_SECRET, until its email is written.
  sealed_code bytea,
  recipient_email text not null default '' check (length(recipient_email) <= 254),
  recipient_name text not null default '' check (length(recipient_name) <= 200),
  sender_name text not null default '' check (length(sender_name) <= 200),
  message text not null default '' check (length(message) <= 500),
  -- Scheme and host of the shop, for the links in its email.
  origin text not null default '' check (length(origin) <= 300),
  -- When its email is due. Null: it is written, or there is none.
  send_at timestamptz,
  emailed_at timestamptz,
  -- The emails that were written for it, so that each is written once.
  emails integer not null default 0,
  -- The order whose refund filled it.
  order_id integer,
  primary key (config_id, account_id),
  foreign key (config_id, account_id) references credit_account (config_id, id),
  foreign key (config_id, order_id) references shop_order (config_id, id),
  check ((send_at is null) = (sealed_code is null)),
  check (send_at is null or recipient_email <> '')
);
create unique index gift_card_code on gift_card (config_id, code_hash);
create index gift_card_due on gift_card (send_at) where send_at is not null;
create index gift_card_order on gift_card (config_id, order_id) where order_id is not null;

-- spent and given_back belong to a payment of an order. given_back: the account that paid gets its money again. refunded: money
-- of another payment goes to this account.
create table credit_entry (
  config_id integer not null,
  id bigint generated always as identity,
  account_id integer not null,
  kind text not null check (kind in ('issued', 'spent', 'given_back', 'refunded', 'corrected', 'expired')),
  amount bigint not null check (amount <> 0),
  order_id integer,
  payment_id integer,
  refund_id integer,
  reason text not null default '' check (length(reason) <= 500),
  actor_id integer,
  actor_name text not null check (length(actor_name) between 1 and 200),
  created_at timestamptz not null default clock_timestamp(),
  primary key (config_id, id),
  foreign key (config_id, account_id) references credit_account (config_id, id),
  foreign key (config_id, order_id) references shop_order (config_id, id),
  foreign key (config_id, payment_id) references payment (config_id, id),
  foreign key (config_id, refund_id) references refund (config_id, id),
  check (case kind
    when 'issued' then amount > 0 and payment_id is null and refund_id is null
    when 'spent' then amount < 0 and order_id is not null and payment_id is not null and refund_id is null
    when 'given_back' then amount > 0 and order_id is not null and payment_id is not null and refund_id is not null
    when 'refunded' then amount > 0 and order_id is not null and payment_id is null and refund_id is not null
    when 'corrected' then reason <> '' and payment_id is null and refund_id is null
    when 'expired' then amount < 0 and payment_id is null and refund_id is null
  end)
);
create index credit_entry_account on credit_entry (config_id, account_id, id);
create index credit_entry_order on credit_entry (config_id, order_id) where order_id is not null;
create index credit_entry_made on credit_entry (config_id, created_at);
-- One payment spends once, and one refund arrives once, whatever is repeated.
create unique index credit_entry_payment on credit_entry (config_id, payment_id) where kind = 'spent';
create unique index credit_entry_refund on credit_entry (config_id, refund_id) where refund_id is not null;
create trigger credit_entry_require_append_only before update or delete or truncate on credit_entry
  for each statement execute function require_append_only();

-- Accounts are locked in the order of their id, so that two orders with the same cards cannot wait for each other.
create function apply_credit_entries() returns trigger language plpgsql as $$
begin
  perform 1 from credit_account a
  where (config_id, id) in (select config_id, account_id from added)
  order by config_id, id for no key update;
  update credit_account a set balance = a.balance + c.amount
  from (select config_id, account_id, sum(amount)::bigint as amount from added group by config_id, account_id) c
  where a.config_id = c.config_id and a.id = c.account_id;
  return null;
end $$;
create trigger credit_entry_apply after insert on credit_entry
  referencing new table as added for each statement execute function apply_credit_entries();

-- Balances are written by the trigger above only: directly, the trigger depth is 1.
create function require_credit_entry() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'A balance follows from credit_entry and is not written directly' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger credit_account_require_entry before update of balance on credit_account
  for each row execute function require_credit_entry();
create trigger credit_account_start_empty before insert on credit_account
  for each row when (new.balance <> 0) execute function require_credit_entry();
