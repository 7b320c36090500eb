-- Events: what has happened in a shop, for other programs. Every row is written in the transaction of its cause.

-- Readers page through the events of a shop by id. subject names what the event is about (order:7K2M-9QXT-04CD); the ids of one
-- subject ascend in the order in which things happened, because each is drawn while the row of the subject is locked.
-- Amounts in data are minor units, beside their currency. data has ids instead of names and addresses of people.
create table event (
  config_id integer not null references shop on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind ~ '^[a-z]+\.[a-z]+$'),
  subject text not null check (length(subject) between 1 and 250),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  at timestamptz not null default clock_timestamp(),
  primary key (config_id, id)
);

-- Transactions commit in another order than they draw ids. A reader that continues after the last id would miss an event whose
-- transaction commits later with a smaller id. Each writer therefore holds a shared lock, before it draws its first id, whose
-- key is the id drawn last by anyone (its low 32 bits). No writer waits for another. Session variable event.lock: whether this
-- transaction has the lock; a savepoint that is rolled back gives back both.
create function lock_event_ids() returns trigger language plpgsql as $$
begin
  if current_setting('event.lock', true) is distinct from 'held' then
    perform pg_advisory_xact_lock_shared(1702260340,
      (select (case when is_called then last_value else 0 end)::bit(32)::integer from event_id_seq));
    perform set_config('event.lock', 'held', true);
  end if;
  return null;
end $$;
create trigger event_lock_ids before insert on event for each statement execute function lock_event_ids();

-- The id up to which no event can appear any more. Writers that are not yet among the locks draw larger ids than `newest`,
-- because they draw after they have the lock. Rows up to the horizon are visible to the next statement.
create function event_horizon() returns bigint language plpgsql volatile as $$
declare
  newest bigint;
  locked bigint[];
  ceiling bigint;
begin
  select case when is_called then last_value else 0 end into newest from event_id_seq;
  select array_agg(objid::bigint) into locked from pg_locks
  where locktype = 'advisory' and classid = 1702260340 and objsubid = 2
    and database = (select oid from pg_database where datname = current_database());
  -- Not below any id whose low bits are in a key.
  select case when is_called then last_value else 0 end into ceiling from event_id_seq;
  return least(newest, (select min(ceiling - ((ceiling - bits) & 4294967295)) from unnest(locked) as bits));
end $$;

create function events_after(shop integer, after_id bigint, enough integer) returns setof event language plpgsql volatile as $$
declare
  horizon bigint := event_horizon();
begin
  return query select * from event where config_id = shop and id > after_id and id <= horizon order by id limit enough;
end $$;

-- An order is placed when it is inserted as such, or when a draft becomes one. Imported orders have had their events elsewhere.
create function write_events_of_added_orders() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select config_id, 'order.placed', 'order:' || number, order_event_data(config_id, id)
  from added where status in ('pending', 'confirmed') order by id;
  return null;
end $$;

create function order_event_data(shop integer, order_id integer) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'number', o.number, 'status', o.status, 'currency', o.currency, 'total', o.total, 'paid', o.paid, 'refunded', o.refunded,
      'paymentMethod', o.payment_method, 'shippingMethod', o.shipping_method, 'customerid', o.user_id,
      'lines', (
        select jsonb_agg(jsonb_build_object('productid', l.product_id, 'variantid', l.variant_id, 'sku', l.sku,
          'quantity', l.quantity) order by l.position)
        from order_line l where l.config_id = shop and l.order_id = o.id))
    from shop_order o where o.config_id = shop and o.id = order_event_data.order_id);
end $$;
create trigger shop_order_write_events_insert after insert on shop_order
  referencing new table as added for each statement execute function write_events_of_added_orders();

-- Shipments and returns are recorded by modules/orders, because their events say what was sent.
create function write_events_of_changed_orders() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select config_id, kind, 'order:' || number,
    order_event_data(config_id, id) || case when amount is null then '{}' else jsonb_build_object('amount', amount) end
  from (
    select config_id, id, number, max(status) filter (where side = 'after') as status,
      max(status) filter (where side = 'before') as status_before,
      max(paid) filter (where side = 'after') - max(paid) filter (where side = 'before') as paid,
      max(refunded) filter (where side = 'after') - max(refunded) filter (where side = 'before') as refunded
    from (
      select 'after' as side, config_id, id, number, status, paid, refunded from after
      union all
      select 'before', config_id, id, number, status, paid, refunded from before
    ) sides group by config_id, id, number
  ) o
  cross join lateral (values
    (1, 'order.placed', status_before = 'draft' and status in ('pending', 'confirmed'), null),
    (2, 'order.paid', paid > 0, paid),
    (3, 'order.delivered', status = 'delivered' and status_before <> status, null),
    (4, 'order.cancelled', status = 'cancelled' and status_before <> status, null),
    (5, 'order.refunded', refunded > 0, refunded)
  ) as k (place, kind, happened, amount)
  where happened
  order by id, place;
  return null;
end $$;
create trigger shop_order_write_events_update after update on shop_order
  referencing old table as before new table as after for each statement execute function write_events_of_changed_orders();

create function product_event_data(id integer, name text, slug text, status text) returns jsonb immutable language sql as $$
  select jsonb_build_object('productid', id, 'name', name, 'slug', slug, 'status', status)
$$;

create function write_events_of_added_products() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select config_id, 'product.created', 'product:' || id, product_event_data(id, name, slug, status)
  from added where deleted_at is null order by id;
  return null;
end $$;
create trigger product_write_events_insert after insert on product
  referencing new table as added for each statement execute function write_events_of_added_products();

-- Derived columns (stock, ratings) change without an event. Every edit writes updated_at, which is the time of the transaction:
-- an edit in several statements has one event. A product whose deletion is undone is created again.
create function write_events_of_changed_products() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select a.config_id, a.kind, 'product:' || a.id, product_event_data(a.id, a.name, a.slug, a.status)
  from (
    select config_id, id, max(name) filter (where is_after) as name, max(slug) filter (where is_after) as slug,
      max(status) filter (where is_after) as status,
      case when bool_or(is_deleted) filter (where is_after) = bool_or(is_deleted) filter (where not is_after) then 'product.updated'
        when bool_or(is_deleted) filter (where is_after) then 'product.removed' else 'product.created' end as kind,
      bool_or(is_deleted) filter (where is_after) and bool_or(is_deleted) filter (where not is_after) as was_deleted
    from (
      select true as is_after, config_id, id, name::text, slug::text, status, deleted_at is not null as is_deleted, updated_at
      from after
      union all
      select false, config_id, id, name::text, slug::text, status, deleted_at is not null, updated_at from before
    ) sides
    group by config_id, id
    having min(updated_at) <> max(updated_at) or min(name) <> max(name) or min(slug) <> max(slug) or min(status) <> max(status)
      or bool_or(is_deleted) <> bool_and(is_deleted)
  ) a
  where not was_deleted order by id;
  return null;
end $$;
create trigger product_write_events_update after update on product
  referencing old table as before new table as after for each statement execute function write_events_of_changed_products();

create function write_events_of_changed_prices() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select v.config_id, 'price.changed', 'product:' || product_id, jsonb_build_object('productid', product_id, 'variantid', id,
    'sku', sku, 'currency', s.currency, 'price', price, 'previousPrice', price_before)
  from (
    select config_id, id, product_id, max(sku) filter (where is_after) as sku, max(price) filter (where is_after) as price,
      max(price) filter (where not is_after) as price_before
    from (
      select true as is_after, config_id, id, product_id, sku, price::bigint, retired_at from after
      union all
      select false, config_id, id, product_id, sku, price::bigint, retired_at from before
    ) sides
    group by config_id, id, product_id
    having min(price) <> max(price) and count(retired_at) = 0
  ) v
  join shop s on s.config_id = v.config_id
  order by id;
  return null;
end $$;
create trigger variant_write_events_update after update on variant
  referencing old table as before new table as after for each statement execute function write_events_of_changed_prices();

-- Called by refresh_from_stock_levels, which has compared the levels already.
create function write_stock_events(shops integer[], variant_ids integer[], available_before bigint[], low boolean[])
returns void language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select l.config_id, k.kind, 'variant:' || l.variant_id, jsonb_build_object('variantid', l.variant_id, 'productid', l.product_id,
    'sku', v.sku, 'available', l.available, 'onHand', l.on_hand)
  from unnest(shops, variant_ids, available_before, low) as t (config_id, variant_id, before, is_low)
  join stock_level l on l.config_id = t.config_id and l.variant_id = t.variant_id
  join variant v on v.config_id = t.config_id and v.id = t.variant_id
  cross join lateral (values
    (1, 'stock.changed', true), (2, 'stock.low', is_low), (3, 'stock.back', before <= 0 and l.available > 0)
  ) as k (place, kind, happened)
  where happened
  order by l.variant_id, k.place;
end $$;

-- Events name customers by id alone, so that they hold nothing to erase. The deletion of a shop deletes its customers, too.
create function write_events_of_added_customers() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select config_id, 'customer.registered', 'customer:' || id, jsonb_build_object('customerid', id)
  from added where role_id = 2 order by id;
  return null;
end $$;
create trigger app_user_write_events_insert after insert on app_user
  referencing new table as added for each statement execute function write_events_of_added_customers();

create function write_events_of_changed_customers() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select config_id, 'customer.changed', 'customer:' || id, jsonb_build_object('customerid', id)
  from (
    select config_id, id, full_name, email, gender, disabled_at from after where role_id = 2
    except
    select config_id, id, full_name, email, gender, disabled_at from before
  ) changed order by id;
  return null;
end $$;
create trigger app_user_write_events_update after update on app_user
  referencing old table as before new table as after for each statement execute function write_events_of_changed_customers();

create function write_events_of_deleted_customers() returns trigger language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select config_id, 'customer.deleted', 'customer:' || id, jsonb_build_object('customerid', id)
  from removed where role_id = 2 and exists (select from shop s where s.config_id = removed.config_id) order by id;
  return null;
end $$;
create trigger app_user_write_events_delete after delete on app_user
  referencing old table as removed for each statement execute function write_events_of_deleted_customers();

-- Addresses of other programs that receive events by HTTP. The key that seals the secrets is derived from AUTH_SECRET.
create table webhook (
  config_id integer not null references shop on delete cascade,
  id integer generated by default as identity,
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  kinds text[] not null check (cardinality(kinds) > 0),
  sealed_secret bytea not null,
  -- Signs beside the new secret while receivers change over.
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Events up to this id have been handed to webhook_delivery.
  last_event_id bigint not null,
  disabled_at timestamptz,
  -- Why the shop disabled it; null: staff did.
  disabled_reason text check (length(disabled_reason) <= 500),
  created_by integer,
  created_at timestamptz not null default now(),
  primary key (config_id, id),
  foreign key (config_id, created_by) references app_user on delete set null (created_by),
  check ((previous_secret is null) = (previous_secret_until is null))
);

-- One event for one webhook. A replay adds another row with the same event. event_id and subject repeat event, whose row may
-- be deleted first.
create table webhook_delivery (
  config_id integer not null,
  id bigint generated always as identity,
  webhook_id integer not null,
  event_id bigint not null,
  subject text not null,
  -- A replay to another address; null: the address of the webhook.
  url text check (url ~ '^https?://' and length(url) <= 2000),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- The next attempt. While an attempt is under way, the time at which it counts as lost.
  due_at timestamptz not null default now(),
  give_up_at timestamptz not null default now() + interval '3 days',
  -- The last attempt, with the status of its answer, or why there is none.
  attempted_at timestamptz,
  duration_ms integer,
  status smallint,
  answer text check (length(answer) <= 2000),
  error text check (length(error) <= 500),
  primary key (config_id, id),
  foreign key (config_id, webhook_id) references webhook on delete cascade
);
create index webhook_delivery_newest on webhook_delivery (config_id, webhook_id, id desc) include (state);
-- Finds what is due, and whether an earlier event of the same subject is still waiting.
create index webhook_delivery_waiting on webhook_delivery (config_id, webhook_id, id) include (due_at) where state = 'waiting';
create index webhook_delivery_subject on webhook_delivery (config_id, webhook_id, subject, id) where state = 'waiting';
create index webhook_delivery_event on webhook_delivery (config_id, event_id);
