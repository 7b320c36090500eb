-- Stock: an append-only ledger and the level that follows from it.
-- The only way to change a level is to add to the ledger; the level refuses to go below zero, whatever runs at the same time.

-- on_hand_change: pieces that entered or left the house. available_change: pieces that can be sold now.
-- A reservation takes from what is available; the sale of what was reserved takes from what is on hand.
create table stock_movement (
  id bigint generated always as identity primary key,
  config_id integer not null,
  variant_id integer not null,
  kind text not null check (kind in ('received', 'reserved', 'released', 'sold', 'returned', 'corrected')),
  on_hand_change integer not null,
  available_change integer not null,
  reason text not null default '' check (length(reason) <= 500),
  reference text check (length(reference) <= 100),
  actor_id integer,
  created_at timestamptz not null default now(),
  foreign key (config_id, variant_id) references variant,
  check (case kind
    when 'received' then on_hand_change > 0 and available_change = on_hand_change
    when 'returned' then on_hand_change > 0 and available_change = on_hand_change
    when 'reserved' then on_hand_change = 0 and available_change < 0
    when 'released' then on_hand_change = 0 and available_change > 0
    when 'sold' then on_hand_change < 0 and available_change in (0, on_hand_change)
    when 'corrected' then on_hand_change <> 0 and available_change = on_hand_change and reason <> ''
  end)
);
create index stock_movement_variant on stock_movement (config_id, variant_id, id desc);
create index stock_movement_reference on stock_movement (config_id, reference) where reference is not null;

create table stock_level (
  config_id integer not null,
  variant_id integer not null,
  on_hand integer not null,
  available integer not null,
  primary key (config_id, variant_id),
  foreign key (config_id, variant_id) references variant on delete cascade,
  constraint stock_not_oversold check (available >= 0),
  constraint stock_covers_reservations check (on_hand >= available)
);

create trigger stock_movement_append_only before update or delete or truncate on stock_movement
  for each statement execute function refuse_change();

-- Levels are locked in the order of variant id, and products after them in theirs (lock_products), so that two carts with
-- the same variants cannot wait for each other. One update for all lines: a level is compared with zero after the whole change.
create function apply_stock_movements() returns trigger language plpgsql as $$
begin
  perform 1 from stock_level l
  where (config_id, variant_id) in (select config_id, variant_id from added)
  order by config_id, variant_id for no key update;
  update stock_level l set on_hand = l.on_hand + c.on_hand, available = l.available + c.available
  from (
    select config_id, variant_id, sum(on_hand_change)::integer as on_hand, sum(available_change)::integer as available
    from added group by config_id, variant_id
  ) c
  where l.config_id = c.config_id and l.variant_id = c.variant_id;
  return null;
end $$;
create trigger stock_movement_moves_level after insert on stock_movement
  referencing new table as added for each statement execute function apply_stock_movements();

-- Every variant has a level from the start, so that a movement always finds the row it has to lock.
create function add_stock_levels() returns trigger language plpgsql as $$
begin
  insert into stock_level (config_id, variant_id, on_hand, available) select config_id, id, 0, 0 from added;
  return null;
end $$;
create trigger variant_has_level after insert on variant
  referencing new table as added for each statement execute function add_stock_levels();

create function refuse_direct_level() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'stock_level follows from stock_movement and is not written directly' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stock_level_by_ledger_only before insert or update on stock_level
  for each row execute function refuse_direct_level();

-- Keep price_from and price_to in step with a product's variants, and in_stock with their levels. Products are locked in the
-- order of id before they are looked at, so that two that sell the last pieces at once see each other.
-- Lateral: looked up product by product, so that a bulk load is quick before the planner has statistics to go by.
create function lock_products(shop integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product
  where (config_id, id) in (select * from unnest(shop, product_ids))
  order by config_id, id for no key update;
end $$;

create function refresh_prices(shop integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform lock_products(shop, product_ids);
  update product p set price_from = s.price_from, price_to = s.price_to
  from (select distinct * from unnest(shop, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select min(v.price) as price_from, max(v.price) as price_to from variant v
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  where p.config_id = t.config_id and p.id = t.product_id and s.price_from is not null
    and (p.price_from, p.price_to) is distinct from (s.price_from, s.price_to);
end $$;

create function refresh_stock(shop integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform lock_products(shop, product_ids);
  update product p set in_stock = s.in_stock
  from (select distinct * from unnest(shop, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select bool_or(l.available > 0) as in_stock
    from variant v join stock_level l on l.config_id = t.config_id and l.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  where p.config_id = t.config_id and p.id = t.product_id and p.in_stock <> s.in_stock;
end $$;

-- A new variant has no stock yet: what is in stock follows from its first movement.
create function variant_inserted() returns trigger language plpgsql as $$
begin
  perform refresh_prices(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;
create trigger variant_inserted_refreshes after insert on variant
  referencing new table as changed for each statement execute function variant_inserted();

create function variant_updated() returns trigger language plpgsql as $$
begin
  perform refresh_prices(array_agg(config_id), array_agg(product_id)) from changed;
  perform refresh_stock(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;
create trigger variant_updated_refreshes after update on variant
  referencing new table as changed for each statement execute function variant_updated();

-- Tells every process of the shop, at commit, that something shoppers see has changed, so that none serves an old page.
-- Channel "catalogue"; payload "<config_id>" (anything may have changed) or "<config_id>:<product id>" (only that product's own page).
create function tell_products(shop integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(product_ids) > 50 then
    perform pg_notify('catalogue', config_id::text) from (select distinct unnest(shop) as config_id) shops;
  else
    perform pg_notify('catalogue', config_id || ':' || product_id)
    from (select distinct * from unnest(shop, product_ids) as t (config_id, product_id)) products;
  end if;
end $$;

-- Only crossing zero changes what a product list shows; the number itself is seen on the product's own page.
create function stock_level_changed() returns trigger language plpgsql as $$
begin
  perform refresh_stock(array_agg(v.config_id), array_agg(v.product_id))
  from after a join before b using (config_id, variant_id)
  join variant v on v.config_id = a.config_id and v.id = a.variant_id
  where (a.available > 0) <> (b.available > 0);
  perform tell_products(array_agg(v.config_id), array_agg(v.product_id))
  from after a join variant v on v.config_id = a.config_id and v.id = a.variant_id;
  return null;
end $$;
create trigger stock_level_refreshes_product after update on stock_level
  referencing old table as before new table as after for each statement execute function stock_level_changed();
