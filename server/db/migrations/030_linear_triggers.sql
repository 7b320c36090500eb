-- What a statement has changed is found by taking the rows before it from those after it. A join of the two was planned
-- once, for one row, and then compared each row of a bulk edit with each other.

create or replace function product_updated_lists() returns trigger language plpgsql as $$
begin
  perform list_products(array_agg(config_id), array_agg(id)) from (
    select config_id, id, name, price_from, status, category_id, subcategory_id, offer, is_new, updated_at, deleted_at from after
    except
    select config_id, id, name, price_from, status, category_id, subcategory_id, offer, is_new, updated_at, deleted_at from before
  ) changed having count(*) > 0;
  return null;
end $$;

create or replace function variant_retired_lists() returns trigger language plpgsql as $$
begin
  perform list_products(array_agg(config_id), array_agg(product_id)) from (
    select config_id, id, product_id, retired_at from after except select config_id, id, product_id, retired_at from before
  ) changed having count(*) > 0;
  return null;
end $$;

create or replace function product_names_stock() returns trigger language plpgsql as $$
begin
  perform name_stock_levels(array_agg(config_id), array_agg(id)) from (
    select config_id, id, name, deleted_at from after except select config_id, id, name, deleted_at from before
  ) changed having count(*) > 0;
  return null;
end $$;

create or replace function variant_names_stock() returns trigger language plpgsql as $$
begin
  perform name_stock_levels(array_agg(config_id), array_agg(product_id)) from (
    select config_id, id, product_id, sku, retired_at from after
    except
    select config_id, id, product_id, sku, retired_at from before
  ) changed having count(*) > 0;
  return null;
end $$;

-- What changes with each order in the table of products is the stock alone. The rows are locked first, so that the sum is
-- read after whoever changed a level before.
create function list_stock(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product_listing
  where (config_id, product_id) in (select * from unnest(shops, product_ids))
  order by config_id, product_id for no key update;
  update product_listing l set stock = s.stock
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  cross join lateral (
    select coalesce(sum(level.available), 0)::bigint as stock
    from variant v join stock_level level on level.config_id = t.config_id and level.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  where l.config_id = t.config_id and l.product_id = t.product_id and l.stock <> s.stock;
end $$;

-- As in 017_stock_page.sql.
create or replace function stock_level_changed() returns trigger language plpgsql as $$
begin
  insert into low_stock_notice (config_id, variant_id)
  select config_id, variant_id from (
    select config_id, variant_id, sum(now) as now, sum(before) as before, max(low_at) as low_at, bool_or(is_listed) as is_listed
    from (
      select config_id, variant_id, available as now, 0 as before, low_at, is_listed from after
      union all
      select config_id, variant_id, 0, available, null, null from before
    ) levels group by 1, 2
  ) l
  where now < before and is_listed
    and now <= coalesce(low_at, low_mark(config_id)) and before > coalesce(low_at, low_mark(config_id));
  perform refresh_stock(array_agg(v.config_id), array_agg(v.product_id))
  from (
    select config_id, variant_id, available > 0 from after except select config_id, variant_id, available > 0 from before
  ) a join variant v on v.config_id = a.config_id and v.id = a.variant_id
  having count(*) > 0;
  perform tell_products(array_agg(v.config_id), array_agg(v.product_id)),
    list_stock(array_agg(v.config_id), array_agg(v.product_id))
  from (
    select config_id, variant_id, available from after except select config_id, variant_id, available from before
  ) a join variant v on v.config_id = a.config_id and v.id = a.variant_id
  having count(*) > 0;
  return null;
end $$;
