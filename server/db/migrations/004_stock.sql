-- Stock: an append-only ledger of movements, and the level of each variant that follows from it.
-- The only way to change a level is to add to the ledger. A level refuses to go below zero, whatever runs at the same time.

-- on_hand_change: items that entered or left the warehouse. available_change: items that can be sold now.
-- A reservation takes from what is available. The sale of reserved items takes from what is on hand.
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
create trigger stock_movement_require_append_only before update or delete or truncate on stock_movement
  for each statement execute function require_append_only();

-- The dashboard's stock table reads this table alone, so a sale writes the one row that it writes anyway, and a search reads
-- narrow rows. product_id, name_key, sku_key and is_listed repeat product and variant.
create table stock_level (
  config_id integer not null,
  variant_id integer not null,
  on_hand integer not null,
  available integer not null,
  product_id integer not null,
  -- Name and SKU in lower case, for search and order.
  name_key text not null default '',
  sku_key text not null default '',
  -- The variant is not retired and its product not deleted.
  is_listed boolean not null default false,
  -- Staff are notified at this level. Null means the threshold of the shop.
  low_stock_threshold integer check (low_stock_threshold between 0 and 100000),
  primary key (config_id, variant_id),
  foreign key (config_id, variant_id) references variant on delete cascade,
  constraint stock_not_oversold check (available >= 0),
  constraint stock_covers_reservations check (on_hand >= available)
);
-- One index per sort order of the stock table. The two with figures cost a sale about a hundredth of its time.
create index stock_level_name on stock_level (config_id, name_key, variant_id) where is_listed;
create index stock_level_available on stock_level (config_id, available, variant_id) where is_listed;
create index stock_level_on_hand on stock_level (config_id, on_hand, variant_id) where is_listed;

-- Variants whose stock has just fallen to its threshold. modules/stock emails the staff and sets notified_at.
create table low_stock_notice (
  config_id integer not null,
  id bigint generated always as identity,
  variant_id integer not null,
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  primary key (config_id, id),
  foreign key (config_id, variant_id) references variant on delete cascade
);
create index low_stock_notice_variant on low_stock_notice (config_id, variant_id, notified_at desc);
create index low_stock_notice_waiting on low_stock_notice (created_at) where notified_at is null;

-- The threshold of a shop. A setting that cannot be read counts as unset: no sale may fail because of it.
create function default_low_stock_threshold(shop integer) returns integer language sql stable as $$
  select coalesce((
    select case when jsonb_typeof(value) = 'number' and value::text ~ '^\d{1,6}$' then value::text::integer end
    from setting where config_id = shop and key = 'stock.low_stock_threshold'
  ), 3)
$$;

-- Every variant has a level from the start, so that a movement always finds the row that it has to lock.
create function create_stock_levels() returns trigger language plpgsql as $$
begin
  insert into stock_level (config_id, variant_id, on_hand, available, product_id, name_key, sku_key, is_listed)
  select a.config_id, a.id, 0, 0, a.product_id, lower(p.name), lower(coalesce(a.sku, '')),
    a.retired_at is null and p.deleted_at is null
  from added a join product p on p.config_id = a.config_id and p.id = a.product_id;
  return null;
end $$;
create trigger variant_create_stock_level after insert on variant
  referencing new table as added for each statement execute function create_stock_levels();

-- Levels are locked in the order of variant id, and products after them (lock_products), so that two carts with the same
-- variants cannot wait for each other. One update for all lines: a level is compared with zero after the whole change.
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
create trigger stock_movement_apply after insert on stock_movement
  referencing new table as added for each statement execute function apply_stock_movements();

-- Figures are written by the two triggers above only: directly, the trigger depth is 1.
create function require_stock_movement() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'stock_level follows from stock_movement and is not written directly' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger stock_level_require_movement before insert or update of on_hand, available on stock_level
  for each row execute function require_stock_movement();

-- Products are locked first, so that two transactions that sell the last items at once see each other's change.
create function refresh_product_in_stock(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform lock_products(shops, product_ids);
  update product p set in_stock = s.in_stock
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select bool_or(l.available > 0) as in_stock
    from variant v join stock_level l on l.config_id = t.config_id and l.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  where p.config_id = t.config_id and p.id = t.product_id and p.in_stock <> s.in_stock;
end $$;

-- A new variant has no stock yet: in_stock follows from its first movement.
create function refresh_product_of_added_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_prices(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;
create trigger variant_refresh_product_insert after insert on variant
  referencing new table as changed for each statement execute function refresh_product_of_added_variants();

create function refresh_product_of_changed_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_prices(array_agg(config_id), array_agg(product_id)) from changed;
  perform refresh_product_in_stock(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;
create trigger variant_refresh_product_update after update on variant
  referencing new table as changed for each statement execute function refresh_product_of_changed_variants();

-- Repeats name, SKU and is_listed. Writers of these lock the levels first (lockProduct).
create function refresh_stock_level_names(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  update stock_level l
  set product_id = s.product_id, name_key = s.name_key, sku_key = s.sku_key, is_listed = s.is_listed
  from (
    select v.config_id, v.id, v.product_id, lower(p.name) as name_key, lower(coalesce(v.sku, '')) as sku_key,
      v.retired_at is null and p.deleted_at is null as is_listed
    from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
    join product p on p.config_id = t.config_id and p.id = t.product_id
    join variant v on v.config_id = t.config_id and v.product_id = t.product_id
  ) s
  where l.config_id = s.config_id and l.variant_id = s.id
    and (l.product_id, l.name_key, l.sku_key, l.is_listed)
      is distinct from (s.product_id, s.name_key, s.sku_key, s.is_listed);
end $$;

-- `after except before` finds the changed rows in linear time. A join of the two was planned for one row, and then compared
-- each row of a bulk edit with each other.
create function refresh_stock_names_of_products() returns trigger language plpgsql as $$
begin
  perform refresh_stock_level_names(array_agg(config_id), array_agg(id)) from (
    select config_id, id, name, deleted_at from after except select config_id, id, name, deleted_at from before
  ) changed having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_stock_names_update after update on product
  referencing old table as before new table as after for each statement execute function refresh_stock_names_of_products();

create function refresh_stock_names_of_variants() returns trigger language plpgsql as $$
begin
  perform refresh_stock_level_names(array_agg(config_id), array_agg(product_id)) from (
    select config_id, id, product_id, sku, retired_at from after
    except
    select config_id, id, product_id, sku, retired_at from before
  ) changed having count(*) > 0;
  return null;
end $$;
create trigger variant_refresh_stock_names_update after update on variant
  referencing old table as before new table as after for each statement execute function refresh_stock_names_of_variants();
