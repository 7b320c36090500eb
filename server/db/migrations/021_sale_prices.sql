-- Other columns replace the dropped one in the same transaction, and the tables are small enough to be read and written once.
-- squawk-ignore-file ban-drop-column, adding-field-with-default, constraint-missing-not-valid

-- Sale prices: a variant may have a second, lower price, and its product the times between which it counts. An offer and a sale
-- price do not add up: the lower price counts. docs/decisions has the record.

alter table variant
  -- In place of the price while the sale lasts; null: none.
  add column sale_price unit_price;

alter table product
  -- When sale prices begin and cease to count; null: at once, and without end.
  add column sale_starts_at timestamptz,
  add column sale_ends_at timestamptz,
  -- The lowest sale price that counts now, and the price of that variant without it (refresh_product_prices).
  add column active_sale_price bigint,
  add column active_sale_regular bigint,
  -- When a sale begins or ends next; a job then computes the columns above again (refresh_product_prices).
  add column sale_changes_at timestamptz,
  add constraint product_sale_ends_later check (sale_ends_at > sale_starts_at);
create index product_sale_changes on product (sale_changes_at) where sale_changes_at is not null;

-- The sale price of a variant, if it counts now. now() is the moment at which the transaction began: an order has the prices of
-- the moment at which it was placed.
create function active_sale_price(sale_price bigint, starts timestamptz, ends timestamptz) returns bigint stable language sql as $$
  select case when (starts is null or starts <= now()) and (ends is null or now() < ends) then sale_price end
$$;

-- When it begins or ends next; null: it has no sale price, or that never changes again.
create function next_sale_change(sale_price bigint, starts timestamptz, ends timestamptz) returns timestamptz stable language sql as $$
  select case when sale_price is null then null when starts > now() then starts when ends > now() then ends end
$$;

-- The price to pay now. modules/pricing computes the same (unitPrice); a test compares the two.
create function price_now(price bigint, offer integer, active_sale bigint) returns bigint immutable language sql as $$
  select least((price * (10000 - offer) + 5000) / 10000, active_sale)
$$;

-- Dropping the column drops its indexes.
alter table product drop column sale_from;
alter table product
  -- The lowest price to pay now, and the price of the same variant without offer and sale price.
  add column sale_from bigint generated always as (least((price_from * (10000 - offer) + 5000) / 10000, active_sale_price)) stored,
  add column regular_from bigint not null generated always as (
    case when active_sale_price < (price_from * (10000 - offer) + 5000) / 10000 then active_sale_regular else price_from end) stored,
  -- Whether shoppers pay less than the price for any variant.
  add column on_sale boolean not null generated always as (offer > 0 or active_sale_price is not null) stored;
create index product_price on product (config_id, sale_from, id) where status = 'live' and deleted_at is null;
create index product_category_price on product (config_id, category_id, sale_from, id) where status = 'live' and deleted_at is null;
create index product_subcategory_price on product (config_id, category_id, subcategory_id, sale_from, id) where status = 'live' and deleted_at is null;
-- The counts beside a list are read from this index alone.
drop index if exists product_facts;
create index product_facts on product (config_id, category_id, subcategory_id)
  include (id, sale_from, on_sale, in_stock, is_new, stars, facets) where status = 'live' and deleted_at is null;

-- As before, and what counts of the sale prices now.
create or replace function refresh_product_prices(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform lock_products(shops, product_ids);
  update product p set (price_from, price_to, active_sale_price, active_sale_regular, sale_changes_at) = (
    s.price_from, s.price_to, active_sale_price(s.sale, p.sale_starts_at, p.sale_ends_at),
    active_sale_price(s.regular, p.sale_starts_at, p.sale_ends_at), next_sale_change(s.sale, p.sale_starts_at, p.sale_ends_at))
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select min(v.price) as price_from, max(v.price) as price_to,
      -- A sale price that is not lower is none.
      (array_agg(v.sale_price order by v.sale_price, v.price) filter (where v.sale_price < v.price))[1] as sale,
      (array_agg(v.price order by v.sale_price, v.price) filter (where v.sale_price < v.price))[1] as regular
    from variant v
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  where p.config_id = t.config_id and p.id = t.product_id and s.price_from is not null
    and (p.price_from, p.price_to, p.active_sale_price, p.active_sale_regular, p.sale_changes_at) is distinct from (
      s.price_from, s.price_to, active_sale_price(s.sale, p.sale_starts_at, p.sale_ends_at),
      active_sale_price(s.regular, p.sale_starts_at, p.sale_ends_at), next_sale_change(s.sale, p.sale_starts_at, p.sale_ends_at));
end $$;

create function refresh_prices_of_changed_sales() returns trigger language plpgsql as $$
begin
  perform refresh_product_prices(array_agg(config_id), array_agg(id)) from (
    select config_id, id, sale_starts_at, sale_ends_at from after
    except
    select config_id, id, sale_starts_at, sale_ends_at from before
  ) changed having count(*) > 0;
  return null;
end $$;
create trigger product_refresh_sale_update after update on product
  referencing old table as before new table as after for each statement execute function refresh_prices_of_changed_sales();

-- As before, with every product that is on sale now instead of those with an offer.
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
    p.on_sale, p.is_new, i.images, p.created_at, p.updated_at
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

create or replace function refresh_listing_of_changed_products() returns trigger language plpgsql as $$
begin
  perform refresh_product_listing(array_agg(config_id), array_agg(id)) from (
    select config_id, id, name, price_from, status, category_id, subcategory_id, on_sale, is_new, updated_at, deleted_at from after
    except
    select config_id, id, name, price_from, status, category_id, subcategory_id, on_sale, is_new, updated_at, deleted_at from before
  ) changed having count(*) > 0;
  return null;
end $$;

drop function counted_facets(boolean, integer, smallint, integer[]);
create function counted_facets(in_stock boolean, on_sale boolean, stars smallint, facets integer[])
returns integer[] immutable language sql as $$
  select facets || 0 || case when in_stock then array[-1] else '{}' end || case when on_sale then array[-2] else '{}' end
    || (array[-11, -12, -13, -14])[1:stars]
$$;

create or replace function refresh_facet_counts_of_added() returns trigger language plpgsql as $$
begin
  perform add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(delta))
  from (
    select config_id, category_id, subcategory_id, facet, count(*) as delta
    from after cross join unnest(counted_facets(in_stock, on_sale, stars, facets)) as facet
    where status = 'live' and deleted_at is null group by 1, 2, 3, 4
  ) added having count(*) > 0;
  return null;
end $$;

create or replace function refresh_facet_counts_of_changed() returns trigger language plpgsql as $$
begin
  perform add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(delta))
  from (
    select config_id, category_id, subcategory_id, facet, sum(delta) as delta
    from (
      select 1 as delta, config_id, category_id, subcategory_id, in_stock, on_sale, stars, facets from after
      where status = 'live' and deleted_at is null
      union all
      select -1, config_id, category_id, subcategory_id, in_stock, on_sale, stars, facets from before
      where status = 'live' and deleted_at is null
    ) p cross join unnest(counted_facets(in_stock, on_sale, stars, facets)) as facet
    group by 1, 2, 3, 4 having sum(delta) <> 0
  ) moved having count(*) > 0;
  return null;
end $$;

create or replace function refresh_facet_counts_of_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_facet_counts(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(delta))
  from (
    select config_id, category_id, subcategory_id, facet, -count(*) as delta
    from before cross join unnest(counted_facets(in_stock, on_sale, stars, facets)) as facet
    where status = 'live' and deleted_at is null group by 1, 2, 3, 4
  ) removed having count(*) > 0;
  return null;
end $$;

-- The sale price is a step of a line's calculation: it counts in place of the offer. Null: it did not count.
alter table order_line add column sale_price unit_price;
alter table order_line drop constraint line_discount;
alter table order_line add constraint line_discount check (
  discount = subtotal - least((price * (10000 - offer) + 5000) / 10000, sale_price) * quantity);
