-- What an order costs the database: its search document is written once instead of twice, and the orders of its customer are
-- read once instead of four times.

-- The lines of an order, which usually come in the same statement, write the document as well.
create or replace function write_search_of_added_orders() returns trigger language plpgsql as $$
begin
  perform write_order_search_documents(array_agg(a.config_id), array_agg(a.id), true) from added a
  where not exists (select from order_line l where l.config_id = a.config_id and l.order_id = a.id)
  having count(*) > 0;
  return null;
end $$;

create or replace function recount_customer(shop integer, who text, moved_to text default null) returns void
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
    if account.id is not null then
      delete from customer c where c.config_id = shop and c.id = account.id;
    end if;
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
  with own as materialized (
    select o.config_id, o.id, o.placed_at, o.status, o.currency, o.paid, o.refunded, o.email, o.phone, o.shipping_address
    from orders_of_customer(shop, account.id, who) o
  )
  select count(*)::integer as orders, min(placed_at) as first_order_at, max(placed_at) as last_order_at,
    count(*) filter (where status = 'returned' and paid = 0)::integer as refused_packages,
    (
      select coalesce(jsonb_object_agg(currency, amount), '{}') from (
        select currency, sum(paid - refunded) as amount from own group by currency
      ) amounts where amount > 0
    ) as spent,
    (
      select count(*) from own o join order_return r on r.config_id = o.config_id and r.order_id = o.id
      where r.state <> 'refused'
    ) as returns,
    (
      select to_jsonb(latest) from (
        select shipping_address ->> 'fullName' as name, email, phone from own order by placed_at desc, id desc limit 1
      ) latest
    ) as latest
  into counted from own;
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
    name = coalesce(account.full_name, counted.latest ->> 'name', ''),
    email = coalesce(account.email, counted.latest ->> 'email', ''),
    phone = coalesce(counted.latest ->> 'phone', ''),
    is_confirmed = account.email_verified_at is not null,
    is_disabled = account.disabled_at is not null,
    created_at = coalesce(account.created_at, counted.first_order_at),
    orders = counted.orders,
    last_order_at = counted.last_order_at,
    spent_by_currency = counted.spent,
    spent = coalesce((counted.spent ->> (select s.currency from shop s where s.config_id = shop))::bigint, 0),
    returns = counted.returns,
    refused_packages = counted.refused_packages
  where c.config_id = shop and c.key = who;
end $$;
