-- Variants whose stock is not counted, and variants that are sold when they are sold out.

-- tracked: the shop counts the stock. sell_when_sold_out: orders may take more than there is, so that available falls below 0.
alter table variant
  add column tracked boolean not null default true,
  add column sell_when_sold_out boolean not null default false;

-- Both are repeated in the level, which every sale locks. orderable: the units that orders may take now; a million, more than
-- any order takes, where nothing limits them.
alter table stock_level
  add column tracked boolean not null default true,
  add column sell_when_sold_out boolean not null default false,
  add column orderable integer not null
    -- squawk-ignore adding-field-with-default
    generated always as (case when tracked and not sell_when_sold_out then available else 1000000 end) stored,
  drop constraint stock_not_oversold;

-- Whether the line took its units from the stock ledger: not those of a variant whose stock was not counted at that time. Such
-- a line gives none back.
alter table order_line add column takes_stock boolean not null default true;

-- A variant that stops to be sold when sold out keeps the units below 0 that orders have taken. They may only become fewer, so
-- that a check of the row alone cannot tell.
create or replace function require_stock_movement() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'stock_level follows from stock_movement and is not written directly' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.available < 0 and new.available < old.available and new.tracked and not new.sell_when_sold_out then
    raise exception 'the stock of variant % would fall to %', new.variant_id, new.available
      using errcode = 'check_violation', constraint = 'stock_not_oversold', table = 'stock_level';
  end if;
  return new;
end $$;

create or replace function create_stock_levels() returns trigger language plpgsql as $$
begin
  insert into stock_level
    (config_id, variant_id, on_hand, available, product_id, name_key, sku_key, is_listed, tracked, sell_when_sold_out)
  select a.config_id, a.id, 0, 0, a.product_id, lower(p.name), lower(coalesce(a.sku, '')),
    a.retired_at is null and p.deleted_at is null, a.tracked, a.sell_when_sold_out
  from added a join product p on p.config_id = a.config_id and p.id = a.product_id;
  return null;
end $$;

create or replace function refresh_product_in_stock(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform lock_products(shops, product_ids);
  update product p set in_stock = s.in_stock
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select bool_or(l.orderable > 0) as in_stock
    from variant v join stock_level l on l.config_id = t.config_id and l.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  where p.config_id = t.config_id and p.id = t.product_id and p.in_stock <> s.in_stock;
end $$;

-- A new variant has no stock yet. What can be sold without stock is in stock from the start.
create or replace function refresh_product_of_added_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_prices(array_agg(config_id), array_agg(product_id)) from changed;
  perform refresh_product_in_stock(array_agg(config_id), array_agg(product_id)),
    refresh_listed_stock(array_agg(config_id), array_agg(product_id))
  from changed where not tracked or sell_when_sold_out having count(*) > 0;
  return null;
end $$;

create or replace function refresh_stock_level_names(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  update stock_level l
  set product_id = s.product_id, name_key = s.name_key, sku_key = s.sku_key, is_listed = s.is_listed, tracked = s.tracked,
    sell_when_sold_out = s.sell_when_sold_out
  from (
    select v.config_id, v.id, v.product_id, lower(p.name) as name_key, lower(coalesce(v.sku, '')) as sku_key,
      v.retired_at is null and p.deleted_at is null as is_listed, v.tracked, v.sell_when_sold_out
    from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
    join product p on p.config_id = t.config_id and p.id = t.product_id
    join variant v on v.config_id = t.config_id and v.product_id = t.product_id
  ) s
  where l.config_id = s.config_id and l.variant_id = s.id
    and (l.product_id, l.name_key, l.sku_key, l.is_listed, l.tracked, l.sell_when_sold_out)
      is distinct from (s.product_id, s.name_key, s.sku_key, s.is_listed, s.tracked, s.sell_when_sold_out);
end $$;

create or replace function refresh_stock_names_of_variants() returns trigger language plpgsql as $$
begin
  perform refresh_stock_level_names(array_agg(config_id), array_agg(product_id)) from (
    select config_id, id, product_id, sku, retired_at, tracked, sell_when_sold_out from after
    except
    select config_id, id, product_id, sku, retired_at, tracked, sell_when_sold_out from before
  ) changed having count(*) > 0;
  return null;
end $$;

-- The product table filters by what can be sold, which its number of units does not tell any more.
alter table product_listing add column is_sold_out boolean not null default true;
update product_listing set is_sold_out = false where stock > 0;
drop index product_listing_newest;
drop index product_listing_updated;
drop index product_listing_name;
drop index product_listing_price;
drop index product_listing_stock;
create index product_listing_newest on product_listing (config_id, created_at desc, product_id desc)
  include (name_key, status, category_id, subcategory_id, stock, is_sold_out, on_offer, is_new, images);
create index product_listing_updated on product_listing (config_id, updated_at desc, product_id desc)
  include (name_key, status, category_id, subcategory_id, stock, is_sold_out, on_offer, is_new, images);
create index product_listing_name on product_listing (config_id, name_key, product_id)
  include (status, category_id, subcategory_id, stock, is_sold_out, on_offer, is_new, images);
create index product_listing_price on product_listing (config_id, price_from, product_id)
  include (name_key, status, category_id, subcategory_id, stock, is_sold_out, on_offer, is_new, images);
create index product_listing_stock on product_listing (config_id, stock, product_id)
  include (name_key, status, category_id, subcategory_id, is_sold_out, on_offer, is_new, images);

-- stock: the available units of the variants whose stock is counted.
create or replace function refresh_product_listing(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product_listing
  where (config_id, product_id) in (select * from unnest(shops, product_ids))
  order by config_id, product_id for no key update;
  delete from product_listing l using product p
  where (l.config_id, l.product_id) in (select * from unnest(shops, product_ids))
    and p.config_id = l.config_id and p.id = l.product_id and p.deleted_at is not null;
  insert into product_listing as l
    (config_id, product_id, name_key, price_from, stock, is_sold_out, status, category_id, subcategory_id, on_offer, is_new, images,
      created_at, updated_at)
  select p.config_id, p.id, lower(p.name), p.price_from, s.stock, s.is_sold_out, p.status, p.category_id, p.subcategory_id,
    p.offer > 0, p.is_new, i.images, p.created_at, p.updated_at
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  join product p on p.config_id = t.config_id and p.id = t.product_id and p.deleted_at is null
  cross join lateral (
    select coalesce(sum(level.available) filter (where level.tracked), 0)::bigint as stock,
      coalesce(bool_and(level.orderable <= 0), true) as is_sold_out
    from variant v join stock_level level on level.config_id = t.config_id and level.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  cross join lateral (
    select case when count(*) = 0 then 0 when bool_or(alt = '') then 1 else 2 end as images
    from product_image where config_id = t.config_id and product_id = t.product_id
  ) i
  on conflict (config_id, product_id) do update set
    (name_key, price_from, stock, is_sold_out, status, category_id, subcategory_id, on_offer, is_new, images, updated_at)
    = (excluded.name_key, excluded.price_from, excluded.stock, excluded.is_sold_out, excluded.status, excluded.category_id,
      excluded.subcategory_id, excluded.on_offer, excluded.is_new, excluded.images, excluded.updated_at)
  where (l.name_key, l.price_from, l.stock, l.is_sold_out, l.status, l.category_id, l.subcategory_id, l.on_offer, l.is_new, l.images,
      l.updated_at)
    is distinct from (excluded.name_key, excluded.price_from, excluded.stock, excluded.is_sold_out, excluded.status,
      excluded.category_id, excluded.subcategory_id, excluded.on_offer, excluded.is_new, excluded.images, excluded.updated_at);
end $$;

create or replace function refresh_listed_stock(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product_listing
  where (config_id, product_id) in (select * from unnest(shops, product_ids))
  order by config_id, product_id for no key update;
  update product_listing l set stock = s.stock, is_sold_out = s.is_sold_out
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select coalesce(sum(level.available) filter (where level.tracked), 0)::bigint as stock,
      coalesce(bool_and(level.orderable <= 0), true) as is_sold_out
    from (
      select config_id, id from variant
      where config_id = t.config_id and product_id = t.product_id and retired_at is null
      order by position
    ) v
    cross join lateral (
      select available, tracked, orderable from stock_level where config_id = v.config_id and variant_id = v.id limit 1
    ) level
  ) s
  where l.config_id = t.config_id and l.product_id = t.product_id
    and (l.stock, l.is_sold_out) is distinct from (s.stock, s.is_sold_out);
end $$;

drop function write_stock_events(integer[], integer[], bigint[], boolean[]);
-- Called by refresh_from_stock_levels, which has compared the levels already. available and onHand are null where the stock is
-- not counted.
create function write_stock_events(shops integer[], variant_ids integer[], orderable_before bigint[], low boolean[])
returns void language plpgsql as $$
begin
  insert into event (config_id, kind, subject, data)
  select l.config_id, k.kind, 'variant:' || l.variant_id, jsonb_build_object('variantid', l.variant_id, 'productid', l.product_id,
    'sku', v.sku, 'available', case when l.tracked then l.available end, 'onHand', case when l.tracked then l.on_hand end,
    'tracked', l.tracked, 'sellWhenSoldOut', l.sell_when_sold_out)
  from unnest(shops, variant_ids, orderable_before, low) as t (config_id, variant_id, before, is_low)
  join stock_level l on l.config_id = t.config_id and l.variant_id = t.variant_id
  join variant v on v.config_id = t.config_id and v.id = t.variant_id
  cross join lateral (values
    (1, 'stock.changed', true), (2, 'stock.low', is_low), (3, 'stock.back', before <= 0 and l.orderable > 0)
  ) as k (place, kind, happened)
  where happened
  order by l.variant_id, k.place;
end $$;

-- Only what can be sold decides whether a product is in stock. mode tells apart whether and how the stock is counted.
create or replace function refresh_from_stock_levels() returns trigger language plpgsql as $$
declare
  low integer[];
  low_shops integer[];
  crossed integer[];
  crossed_shops integer[];
  changed integer[];
  changed_shops integer[];
  variants integer[];
  befores bigint[];
  lows boolean[];
begin
  select
    array_agg(config_id) filter (where is_low), array_agg(variant_id) filter (where is_low),
    array_agg(config_id) filter (where (orderable > 0) <> (orderable_before > 0)),
    array_agg(product_id) filter (where (orderable > 0) <> (orderable_before > 0)),
    array_agg(config_id), array_agg(product_id), array_agg(variant_id), array_agg(orderable_before), array_agg(is_low)
  into low_shops, low, crossed_shops, crossed, changed_shops, changed, variants, befores, lows
  from (
    select *, now < before and is_listed and is_tracked and now <= threshold and before > threshold as is_low
    from (
      select config_id, variant_id, product_id, sum(now) as now, sum(before) as before, sum(orderable) as orderable,
        sum(orderable_before) as orderable_before, sum(mode) as mode, sum(mode_before) as mode_before,
        bool_or(is_listed) as is_listed, bool_or(is_tracked) as is_tracked,
        coalesce(max(low_stock_threshold), default_low_stock_threshold(config_id)) as threshold
      from (
        select config_id, variant_id, product_id, available as now, 0 as before, orderable, 0 as orderable_before,
          tracked::integer + 2 * sell_when_sold_out::integer as mode, 0 as mode_before, low_stock_threshold, is_listed,
          tracked as is_tracked
        from after
        union all
        select config_id, variant_id, product_id, 0, available, 0, orderable, 0,
          tracked::integer + 2 * sell_when_sold_out::integer, null, null, null
        from before
      ) levels group by config_id, variant_id, product_id
    ) level where now <> before or mode <> mode_before
  ) level;
  if changed is null then return null; end if;
  if low is not null then
    insert into low_stock_notice (config_id, variant_id) select * from unnest(low_shops, low);
  end if;
  if crossed is not null then perform refresh_product_in_stock(crossed_shops, crossed); end if;
  perform notify_products(changed_shops, changed);
  perform refresh_listed_stock(changed_shops, changed);
  perform write_stock_events(changed_shops, variants, befores, lows);
  return null;
end $$;
