-- What lists of products read instead of the products themselves: one narrow row per product for the dashboard, and counts per
-- place and facet for the storefront. Both follow from product and stock by triggers.

-- The dashboard's product table: one row per product that is not deleted, whatever its status. It stands beside product because
-- each sale changes the stock: in product that would write many indexes and invalidate every cached page of the shop.
create table product_listing (
  config_id integer not null,
  product_id integer not null,
  name_key text not null,
  price_from bigint not null,
  stock bigint not null,
  status text not null,
  category_id integer not null,
  subcategory_id integer,
  on_offer boolean not null,
  is_new boolean not null,
  -- 0: none, 1: at least one has no alt text, 2: all have.
  images smallint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (config_id, product_id),
  foreign key (config_id, product_id) references product on delete cascade
);
-- One index per sort order, with every column that filters, so that any page is read from the index alone.
create index product_listing_newest on product_listing (config_id, created_at desc, product_id desc)
  include (name_key, status, category_id, subcategory_id, stock, on_offer, is_new, images);
create index product_listing_updated on product_listing (config_id, updated_at desc, product_id desc)
  include (name_key, status, category_id, subcategory_id, stock, on_offer, is_new, images);
create index product_listing_name on product_listing (config_id, name_key, product_id)
  include (status, category_id, subcategory_id, stock, on_offer, is_new, images);
create index product_listing_price on product_listing (config_id, price_from, product_id)
  include (name_key, status, category_id, subcategory_id, stock, on_offer, is_new, images);
create index product_listing_stock on product_listing (config_id, stock, product_id)
  include (name_key, status, category_id, subcategory_id, on_offer, is_new, images);

-- Writes the rows of these products; modules/catalog calls it after it has written images. The rows are locked first, in the
-- order of id and after stock levels and products, so that two sales at once see each other and neither waits for ever.
create function refresh_product_listing(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product_listing
  where (config_id, product_id) in (select * from unnest(shops, product_ids))
  order by config_id, product_id for no key update;
  delete from product_listing l using product p
  where (l.config_id, l.product_id) in (select * from unnest(shops, product_ids))
    and p.config_id = l.config_id and p.id = l.product_id and p.deleted_at is not null;
  insert into product_listing as l
    (config_id, product_id, name_key, price_from, stock, status, category_id, subcategory_id, on_offer, is_new, images,
      created_at, updated_at)
  select p.config_id, p.id, lower(p.name), p.price_from, s.stock, p.status, p.category_id, p.subcategory_id,
    p.offer > 0, p.is_new, i.images, p.created_at, p.updated_at
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  join product p on p.config_id = t.config_id and p.id = t.product_id and p.deleted_at is null
  cross join lateral (
    select coalesce(sum(level.available), 0)::bigint as stock
    from variant v join stock_level level on level.config_id = t.config_id and level.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  cross join lateral (
    select case when count(*) = 0 then 0 when bool_or(alt = '') then 1 else 2 end as images
    from product_image where config_id = t.config_id and product_id = t.product_id
  ) i
  on conflict (config_id, product_id) do update set
    (name_key, price_from, stock, status, category_id, subcategory_id, on_offer, is_new, images, updated_at)
    = (excluded.name_key, excluded.price_from, excluded.stock, excluded.status, excluded.category_id, excluded.subcategory_id,
      excluded.on_offer, excluded.is_new, excluded.images, excluded.updated_at)
  where (l.name_key, l.price_from, l.stock, l.status, l.category_id, l.subcategory_id, l.on_offer, l.is_new, l.images, l.updated_at)
    is distinct from (excluded.name_key, excluded.price_from, excluded.stock, excluded.status, excluded.category_id,
      excluded.subcategory_id, excluded.on_offer, excluded.is_new, excluded.images, excluded.updated_at);
end $$;

-- An order changes the stock alone. The variants of a product are looked up one product after another, through their index,
-- whatever the planner knows of the tables.
create function refresh_listed_stock(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product_listing
  where (config_id, product_id) in (select * from unnest(shops, product_ids))
  order by config_id, product_id for no key update;
  update product_listing l set stock = s.stock
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select coalesce(sum((
      select available from stock_level where config_id = v.config_id and variant_id = v.id
    )), 0)::bigint as stock
    from (
      select config_id, id from variant
      where config_id = t.config_id and product_id = t.product_id and retired_at is null
      order by position
    ) v
  ) s
  where l.config_id = t.config_id and l.product_id = t.product_id and l.stock <> s.stock;
end $$;

create function refresh_listing_of_added_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array_agg(config_id), array_agg(id)) from after having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_listing_insert after insert on product
  referencing new table as after for each statement execute function refresh_listing_of_added_products();

create function refresh_listing_of_changed_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array_agg(config_id), array_agg(id)) from (
    select config_id, id, name, price_from, status, category_id, subcategory_id, offer, is_new, updated_at, deleted_at from after
    except
    select config_id, id, name, price_from, status, category_id, subcategory_id, offer, is_new, updated_at, deleted_at from before
  ) changed having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_listing_update after update on product
  referencing old table as before new table as after for each statement execute function refresh_listing_of_changed_products();

create function refresh_listing_of_retired_variants() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array_agg(config_id), array_agg(product_id)) from (
    select config_id, id, product_id, retired_at from after except select config_id, id, product_id, retired_at from before
  ) changed having count(*) > 0;
  return null;
end $$;
create trigger variant_refresh_listing_update after update on variant
  referencing old table as before new table as after for each statement execute function refresh_listing_of_retired_variants();

-- How many products shoppers see in each place and with each facet, known without counting them: the sum of delta. Writers do
-- not wait for one another. A transaction adds rows of its own, and merges rows of the same place that no other transaction
-- holds, so that a place has one row as a rule.
create table facet_count (
  config_id integer not null,
  category_id integer not null,
  subcategory_id integer,
  delta integer not null,
  -- 0: the product itself. Above: an id of facet_value. Below: -1 in stock, -2 on sale, -11 to -14 at least 1 to 4 stars.
  facet integer not null default 0
);
create index facet_count_place on facet_count (config_id, category_id, facet, subcategory_id) include (delta);
create index facet_count_products on facet_count (config_id, category_id, subcategory_id) include (delta) where facet = 0;

create function counted_facets(in_stock boolean, offer integer, stars smallint, facets integer[])
returns integer[] immutable language sql as $$
  select facets || 0 || case when in_stock then array[-1] else '{}' end || case when offer > 0 then array[-2] else '{}' end
    || (array[-11, -12, -13, -14])[1:stars]
$$;

create function add_to_facet_counts(shops integer[], categories integer[], subcategories integer[], facets integer[], deltas bigint[])
returns void language sql as $$
  with added as (
    select * from unnest(shops, categories, subcategories, facets, deltas) as t (config_id, category_id, subcategory_id, facet, delta)
  ), merged as (
    delete from facet_count where ctid = any (array(
      select c.ctid from facet_count c
      join added a on a.config_id = c.config_id and a.category_id = c.category_id and a.facet = c.facet
        and a.subcategory_id is not distinct from c.subcategory_id
      for update of c skip locked))
    returning config_id, category_id, subcategory_id, facet, delta
  )
  insert into facet_count (config_id, category_id, subcategory_id, facet, delta)
  select config_id, category_id, subcategory_id, facet, sum(delta)
  from (
    select config_id, category_id, subcategory_id, facet, delta from added
    union all
    select config_id, category_id, subcategory_id, facet, delta from merged
  ) rows_of_place
  group by 1, 2, 3, 4 having sum(delta) <> 0
$$;

create function refresh_facet_counts_of_added() returns trigger language plpgsql as $$
begin
  perform add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(delta))
  from (
    select config_id, category_id, subcategory_id, facet, count(*) as delta
    from after cross join unnest(counted_facets(in_stock, offer, stars, facets)) as facet
    where status = 'live' and deleted_at is null group by 1, 2, 3, 4
  ) added having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_facet_counts_insert after insert on product
  referencing new table as after for each statement execute function refresh_facet_counts_of_added();

create function refresh_facet_counts_of_changed() returns trigger language plpgsql as $$
begin
  perform add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(delta))
  from (
    select config_id, category_id, subcategory_id, facet, sum(delta) as delta
    from (
      select 1 as delta, config_id, category_id, subcategory_id, in_stock, offer, stars, facets from after
      where status = 'live' and deleted_at is null
      union all
      select -1, config_id, category_id, subcategory_id, in_stock, offer, stars, facets from before
      where status = 'live' and deleted_at is null
    ) p cross join unnest(counted_facets(in_stock, offer, stars, facets)) as facet
    group by 1, 2, 3, 4 having sum(delta) <> 0
  ) moved having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_facet_counts_update after update on product
  referencing old table as before new table as after for each statement execute function refresh_facet_counts_of_changed();

create function refresh_facet_counts_of_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(delta))
  from (
    select config_id, category_id, subcategory_id, facet, -count(*) as delta
    from before cross join unnest(counted_facets(in_stock, offer, stars, facets)) as facet
    where status = 'live' and deleted_at is null group by 1, 2, 3, 4
  ) removed having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_facet_counts_delete after delete on product
  referencing old table as before for each statement execute function refresh_facet_counts_of_deleted();

-- Notifies every process of the shop, at commit, that something shoppers see has changed, so that none serves an old page.
-- Channel "catalog". Payload: "<config_id>" (anything may have changed) or "<config_id>:<product id>" (only that product's page).
create function notify_products(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  if cardinality(product_ids) > 50 then
    perform pg_notify('catalog', config_id::text) from (select distinct unnest(shops) as config_id) changed_shops;
  else
    perform pg_notify('catalog', config_id || ':' || product_id)
    from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) products;
  end if;
end $$;

-- Follows up a change of stock in few statements, because each order runs it: a third of the database time of an order. Only
-- crossing zero changes what a product list shows; the number itself is shown on the product's own page.
create function refresh_from_stock_levels() returns trigger language plpgsql as $$
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
    array_agg(config_id) filter (where (now > 0) <> (before > 0)),
    array_agg(product_id) filter (where (now > 0) <> (before > 0)),
    array_agg(config_id), array_agg(product_id), array_agg(variant_id), array_agg(before), array_agg(is_low)
  into low_shops, low, crossed_shops, crossed, changed_shops, changed, variants, befores, lows
  from (
    select *, now < before and is_listed and now <= threshold and before > threshold as is_low
    from (
      select config_id, variant_id, product_id, sum(now) as now, sum(before) as before, bool_or(is_listed) as is_listed,
        coalesce(max(low_stock_threshold), default_low_stock_threshold(config_id)) as threshold
      from (
        select config_id, variant_id, product_id, available as now, 0 as before, low_stock_threshold, is_listed from after
        union all
        select config_id, variant_id, product_id, 0, available, null, null from before
      ) levels group by config_id, variant_id, product_id
    ) level where now <> before
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
create trigger stock_level_refresh_product after update on stock_level
  referencing old table as before new table as after for each statement execute function refresh_from_stock_levels();
