-- Everyone who bought is a customer, with an account or as a guest.
-- The shop is not serving while it migrates, and the table and its indexes are new.
-- squawk-ignore-file adding-foreign-key-constraint, ban-drop-not-null, constraint-missing-not-valid, require-concurrent-index-creation, require-concurrent-index-deletion

-- The last ten digits of a phone number are the same in all its spellings. Fewer than seven do not tell people apart.
create function phone_key(phone text) returns text language sql immutable parallel safe
return case
  when length(regexp_replace(phone, '\D', '', 'g')) >= 7 then right(regexp_replace(phone, '\D', '', 'g'), 10) else '' end;

-- The person behind an order of a guest: the email in small letters, or else the phone. Null: neither is known.
create function customer_key(email text, phone text) returns text language sql immutable parallel safe
return nullif(case when email <> '' then lower(email) else phone_key(phone) end, '');

-- Derived from accounts and orders by triggers, and written by nothing else. Staff alone see it: the email of a guest is
-- not confirmed, so it opens no order to anyone.
create table customer (
  config_id integer not null references shop on delete cascade,
  -- The id of the account, or one of the same sequence for a guest.
  id integer not null,
  user_id integer check (user_id = id),
  -- The id that the guest had before the account existed, because links to it go on working.
  guest_id integer,
  key text not null,
  name text not null default '',
  email text not null default '',
  phone text not null default '',
  is_confirmed boolean not null default false,
  is_disabled boolean not null default false,
  created_at timestamptz not null default now(),
  orders integer not null default 0,
  last_order_at timestamptz,
  -- What was paid and not refunded, in minor units by currency.
  spent_by_currency jsonb not null default '{}' check (jsonb_typeof(spent_by_currency) = 'object'),
  -- The part in the currency of the shop, to sort by.
  spent bigint not null default 0,
  returns integer not null default 0,
  -- Orders that came back and were never paid.
  refused_packages integer not null default 0,
  search_text text not null generated always as (lower(name || ' ' || email) || ' ' || phone_key(phone)) stored,
  primary key (config_id, id),
  constraint customer_key_key unique (config_id, key),
  foreign key (config_id, user_id) references app_user (config_id, id) on delete cascade
);

-- Notes about a guest. They move to the account once there is one.
alter table customer_note alter column user_id drop not null;
alter table customer_note add column customer_key text;
alter table customer_note add constraint customer_note_person_check check (num_nonnulls(user_id, customer_key) = 1);
create index customer_note_guest on customer_note (config_id, customer_key, id desc) where customer_key is not null;

create index shop_order_guest_phone on shop_order (config_id, phone_key(phone)) where user_id is null and email = '';

-- The orders of a person. Orders of a deleted account belong to no customer.
create function orders_of_customer(shop integer, account integer, who text) returns setof shop_order language sql stable as $$
  select o.* from shop_order o where o.config_id = shop and o.user_id = account and not o.emails_deleted
  union all
  select o.* from shop_order o
  where o.config_id = shop and o.user_id is null and lower(o.email) = who and o.email <> '' and not o.emails_deleted
  union all
  select o.* from shop_order o
  where o.config_id = shop and o.user_id is null and o.email = '' and phone_key(o.phone) = who and not o.emails_deleted
$$;

-- Staff who buy with their own account are no customers.
create function customer_key_of_order(o shop_order) returns text language sql stable
return case
  when o.emails_deleted then null
  when o.user_id is null then customer_key(o.email, o.phone)
  else (select lower(u.email) from app_user u where u.config_id = o.config_id and u.id = o.user_id and u.role_id = 2) end;

-- Counts one customer again. `moved_to`: the person who has got the orders of a guest gets the notes, too.
-- A session plans it once, maybe while the tables are small, and must not read whole tables when they have grown.
create function recount_customer(shop integer, who text, moved_to text default null) returns void
language plpgsql set enable_seqscan = off as $$
declare
  known customer;
  account app_user;
  counted record;
begin
  if who is null then return; end if;
  -- Triggers call this after all other writes of a transaction, so one count covers them all: an import of many orders of
  -- one customer counts once.
  if exists (
    select from customer c where c.config_id = shop and c.key = who
      and c.xmin::text::bigint = pg_current_xact_id()::text::bigint % 4294967296
  ) then return; end if;
  -- The row is locked before its orders are read, so the later of two transactions counts the orders of both.
  loop
    select * into known from customer c where c.config_id = shop and c.key = who for update;
    select * into account from app_user u where u.config_id = shop and lower(u.email) = who and u.role_id = 2;
    exit when known.id is not null;
    delete from customer c where c.config_id = shop and c.id = account.id;
    insert into customer (config_id, id, user_id, key)
    values (shop, coalesce(account.id, nextval(pg_get_serial_sequence('app_user', 'id'))::integer), account.id, who)
    on conflict do nothing;
  end loop;
  -- The account has another address now, or belongs to staff.
  if known.user_id is not null and account.id is null then
    delete from customer c where c.config_id = shop and c.id = known.id;
    perform recount_customer(shop, who, moved_to);
    return;
  end if;
  select count(*)::integer as orders, min(placed_at) as first_order_at, max(placed_at) as last_order_at,
    count(*) filter (where status = 'returned' and paid = 0)::integer as refused_packages
  into counted from orders_of_customer(shop, account.id, who);
  if account.id is null and counted.orders = 0 then
    update customer_note n set user_id = c.user_id, customer_key = case when c.user_id is null then c.key end
    from customer c
    where n.config_id = shop and n.customer_key = who and c.config_id = shop and c.key = moved_to;
    update customer c set guest_id = known.id where c.config_id = shop and c.key = moved_to and c.guest_id is null;
    delete from customer_note n where n.config_id = shop and n.customer_key = who;
    delete from customer c where c.config_id = shop and c.id = known.id;
    return;
  end if;
  if account.id <> known.id then
    delete from customer c where c.config_id = shop and c.id = account.id;
    update customer_note n set user_id = account.id, customer_key = null where n.config_id = shop and n.customer_key = who;
  end if;
  update customer c set
    id = coalesce(account.id, known.id),
    user_id = account.id,
    guest_id = case when account.id <> known.id and known.user_id is null then known.id else known.guest_id end,
    name = coalesce(account.full_name, latest.shipping_address ->> 'fullName', ''),
    email = coalesce(account.email, latest.email, ''),
    phone = coalesce(latest.phone, ''),
    is_confirmed = account.email_verified_at is not null,
    is_disabled = account.disabled_at is not null,
    created_at = coalesce(account.created_at, counted.first_order_at),
    orders = counted.orders,
    last_order_at = counted.last_order_at,
    spent_by_currency = money.spent,
    spent = coalesce((money.spent ->> (select s.currency from shop s where s.config_id = shop))::bigint, 0),
    returns = (
      select count(*) from orders_of_customer(shop, account.id, who) o
      join order_return r on r.config_id = o.config_id and r.order_id = o.id
      where r.state <> 'refused'),
    refused_packages = counted.refused_packages
  from (
    select coalesce(jsonb_object_agg(currency, amount), '{}') as spent from (
      select currency, sum(paid - refunded) as amount from orders_of_customer(shop, account.id, who) group by currency
    ) amounts where amount > 0
  ) money
  left join lateral (
    select * from orders_of_customer(shop, account.id, who) order by placed_at desc, id desc limit 1
  ) latest on true
  where c.config_id = shop and c.key = who;
end $$;

-- Fills the table of a shop from its accounts and orders: the same figures as above, for all customers at once.
create function fill_customers(shop integer) returns void language sql as $$
  with keyed as (
    select o.id, o.config_id, o.email, o.phone, o.shipping_address ->> 'fullName' as name, o.placed_at, o.status, o.currency,
      o.paid, o.refunded, case when o.user_id is null then customer_key(o.email, o.phone) else lower(u.email) end as key
    from shop_order o
    left join app_user u on u.config_id = o.config_id and u.id = o.user_id and u.role_id = 2
    where o.config_id = shop and not o.emails_deleted
  ), counted as (
    select key, count(*) as orders, min(placed_at) as first_order_at, max(placed_at) as last_order_at,
      count(*) filter (where status = 'returned' and paid = 0) as refused_packages
    from keyed where key is not null group by key
  ), latest as (
    select distinct on (key) key, name, email, phone from keyed where key is not null order by key, placed_at desc, id desc
  ), money as (
    select key, jsonb_object_agg(currency, amount) as spent from (
      select key, currency, sum(paid - refunded) as amount from keyed where key is not null group by key, currency
    ) amounts where amount > 0 group by key
  ), returned as (
    select k.key, count(*) as returns from order_return r join keyed k on k.config_id = r.config_id and k.id = r.order_id
    where r.config_id = shop and r.state <> 'refused' group by k.key
  )
  insert into customer (config_id, id, user_id, key, name, email, phone, is_confirmed, is_disabled, created_at, orders,
    last_order_at, spent_by_currency, spent, returns, refused_packages)
  select shop, coalesce(u.id, nextval(pg_get_serial_sequence('app_user', 'id'))::integer), u.id, person.key,
    coalesce(u.full_name, latest.name), coalesce(u.email, latest.email), coalesce(latest.phone, ''),
    u.email_verified_at is not null, u.disabled_at is not null, coalesce(u.created_at, counted.first_order_at),
    coalesce(counted.orders, 0), counted.last_order_at, coalesce(money.spent, '{}'),
    coalesce((money.spent ->> s.currency)::bigint, 0), coalesce(returned.returns, 0), coalesce(counted.refused_packages, 0)
  from (
    select lower(email) as key from app_user where config_id = shop and role_id = 2 union select key from counted
  ) person
  join shop s on s.config_id = shop
  left join app_user u on u.config_id = shop and lower(u.email) = person.key and u.role_id = 2
  left join counted using (key)
  left join latest using (key)
  left join money using (key)
  left join returned using (key)
$$;
select fill_customers(config_id) from shop;

create unique index customer_guest on customer (config_id, guest_id) where guest_id is not null;
drop index customer_newest;
drop index customer_name;
drop index customer_email;
create index customer_newest on customer (config_id, created_at desc, id desc);
create index customer_name on customer (config_id, lower(name), id);
create index customer_email on customer (config_id, lower(email), id);
create index customer_spent on customer (config_id, spent desc, id desc);
create index customer_orders on customer (config_id, orders desc, id desc);
create index customer_last_order on customer (config_id, last_order_at desc nulls last, id desc);
create index customer_text on customer using gin (search_text gin_trgm_ops);

-- The triggers run at the end of the transaction, when it has all its other locks, so that two never wait for each other.
create function count_customer_of_order() returns trigger language plpgsql as $$
declare
  before text := case when tg_op <> 'INSERT' then customer_key_of_order(old) end;
  after text := case when tg_op <> 'DELETE' then customer_key_of_order(new) end;
begin
  perform recount_customer(coalesce(new.config_id, old.config_id), after);
  if before is distinct from after then perform recount_customer(old.config_id, before, after); end if;
  return null;
end $$;
create constraint trigger shop_order_count_customer_insert after insert on shop_order
  deferrable initially deferred for each row execute function count_customer_of_order();
create constraint trigger shop_order_count_customer_delete after delete on shop_order
  deferrable initially deferred for each row execute function count_customer_of_order();
create constraint trigger shop_order_count_customer_update
  after update of status, paid, refunded, user_id, email, phone, shipping_address, emails_deleted on shop_order
  deferrable initially deferred for each row
  when ((old.status, old.paid, old.refunded, old.user_id, old.email, old.phone, old.shipping_address, old.emails_deleted)
    is distinct from (new.status, new.paid, new.refunded, new.user_id, new.email, new.phone, new.shipping_address, new.emails_deleted))
  execute function count_customer_of_order();

create function count_customer_of_return() returns trigger language plpgsql as $$
begin
  perform recount_customer(o.config_id, customer_key_of_order(o)) from shop_order o
  where o.config_id = coalesce(new.config_id, old.config_id) and o.id = coalesce(new.order_id, old.order_id);
  return null;
end $$;
create constraint trigger order_return_count_customer after insert or delete or update of state on order_return
  deferrable initially deferred for each row execute function count_customer_of_return();

create function count_customer_of_account() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or lower(old.email) <> lower(new.email)) then
    perform recount_customer(old.config_id, lower(old.email)) from shop s where s.config_id = old.config_id;
  end if;
  if tg_op <> 'DELETE' then
    perform recount_customer(u.config_id, lower(u.email)) from app_user u
    where u.config_id = new.config_id and u.id = new.id and (u.role_id = 2 or tg_op = 'UPDATE');
  end if;
  return null;
end $$;
create constraint trigger app_user_count_customer after insert or delete
  or update of email, full_name, role_id, email_verified_at, disabled_at on app_user
  deferrable initially deferred for each row execute function count_customer_of_account();

create function count_customers_in_currency() returns trigger language plpgsql as $$
begin
  update customer set spent = coalesce((spent_by_currency ->> new.currency)::bigint, 0)
  where config_id = new.config_id and spent_by_currency <> '{}';
  return null;
end $$;
create trigger shop_count_customers_in_currency after update of currency on shop for each row
  when (old.currency <> new.currency) execute function count_customers_in_currency();
