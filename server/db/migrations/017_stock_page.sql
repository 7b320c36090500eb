-- What the dashboard's table of stock is searched, narrowed and ordered by stands beside the level itself: so a sale writes
-- the one row that it writes anyway, and the table is narrow enough to be read whole where it is searched.
-- is_listed: the variant is not retired, the product not deleted. low_at: its own mark; null: the one of the shop.
alter table stock_level
  add column product_id integer,
  add column name_key text not null default '',
  add column sku_key text not null default '',
  add column is_listed boolean not null default false,
  add column low_at integer check (low_at between 0 and 100000);

-- Variants whose stock has come down to their mark, from above it: told by mail, see modules/stock. told_at: when.
create table low_stock_notice (
  config_id integer not null,
  id bigint generated always as identity,
  variant_id integer not null,
  created_at timestamptz not null default now(),
  told_at timestamptz,
  primary key (config_id, id),
  foreign key (config_id, variant_id) references variant on delete cascade
);
create index low_stock_notice_variant on low_stock_notice (config_id, variant_id, told_at desc);
create index low_stock_notice_waiting on low_stock_notice (created_at) where told_at is null;

-- The mark of a shop. What is broken in the table is as if it was never set, as everywhere: no sale may fail of it.
create function low_mark(shop integer) returns integer language sql stable as $$
  select coalesce((
    select case when jsonb_typeof(value) = 'number' and value::text ~ '^\d{1,6}$' then value::text::integer end
    from setting where config_id = shop and key = 'stock.low_at'
  ), 3)
$$;

-- As before, with what the table of stock needs. The level of a new variant belongs to it from the start.
create or replace function add_stock_levels() returns trigger language plpgsql as $$
begin
  insert into stock_level (config_id, variant_id, on_hand, available, product_id, name_key, sku_key, is_listed)
  select a.config_id, a.id, 0, 0, a.product_id, lower(p.name), lower(coalesce(a.sku, '')),
    a.retired_at is null and p.deleted_at is null
  from added a join product p on p.config_id = a.config_id and p.id = a.product_id;
  return null;
end $$;

-- Only the figures follow from the ledger alone.
drop trigger stock_level_by_ledger_only on stock_level;
create trigger stock_level_by_ledger_only before insert or update of on_hand, available on stock_level
  for each row execute function refuse_direct_level();

-- As in 011_product_listing.sql; and only what shoppers can see is told. Before what locks products, a look at the mark.
create or replace function stock_level_changed() returns trigger language plpgsql as $$
begin
  insert into low_stock_notice (config_id, variant_id)
  select a.config_id, a.variant_id
  from after a join before b using (config_id, variant_id)
  where a.available < b.available and a.is_listed
    and a.available <= coalesce(a.low_at, low_mark(a.config_id))
    and b.available > coalesce(a.low_at, low_mark(a.config_id));
  perform refresh_stock(array_agg(v.config_id), array_agg(v.product_id))
  from after a join before b using (config_id, variant_id)
  join variant v on v.config_id = a.config_id and v.id = a.variant_id
  where (a.available > 0) <> (b.available > 0)
  having count(*) > 0;
  perform tell_products(array_agg(v.config_id), array_agg(v.product_id)),
    list_products(array_agg(v.config_id), array_agg(v.product_id))
  from after a join before b using (config_id, variant_id)
  join variant v on v.config_id = a.config_id and v.id = a.variant_id
  where a.available <> b.available
  having count(*) > 0;
  return null;
end $$;

-- Names, SKUs, and what is gone. Whoever writes these has locked the levels before (lockProduct), as is done everywhere.
create function name_stock_levels(shops integer[], product_ids integer[]) returns void language plpgsql as $$
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

create function product_names_stock() returns trigger language plpgsql as $$
begin
  perform name_stock_levels(array_agg(a.config_id), array_agg(a.id))
  from after a join before b using (config_id, id)
  where (a.name, a.deleted_at) is distinct from (b.name, b.deleted_at)
  having count(*) > 0;
  return null;
end $$;
create trigger product_update_names_stock after update on product
  referencing old table as before new table as after for each statement execute function product_names_stock();

create function variant_names_stock() returns trigger language plpgsql as $$
begin
  perform name_stock_levels(array_agg(a.config_id), array_agg(a.product_id))
  from after a join before b using (config_id, id)
  where (a.sku, a.retired_at) is distinct from (b.sku, b.retired_at)
  having count(*) > 0;
  return null;
end $$;
create trigger variant_update_names_stock after update on variant
  referencing old table as before new table as after for each statement execute function variant_names_stock();

select name_stock_levels(array_agg(config_id), array_agg(id)) from product having count(*) > 0;
-- squawk-ignore adding-not-nullable-field
alter table stock_level alter column product_id set not null;

-- One index for each order. Those of the figures cost a sale about a hundredth of its time.
create index stock_level_name on stock_level (config_id, name_key, variant_id) where is_listed;
create index stock_level_available on stock_level (config_id, available, variant_id) where is_listed;
create index stock_level_on_hand on stock_level (config_id, on_hand, variant_id) where is_listed;
