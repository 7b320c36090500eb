-- What follows from a change of stock, in fewer statements: with each order they take a third of the time of the database.

-- As in 030_linear_triggers.sql. The variants of a product are looked up one product after another, through their index,
-- whatever the planner knows of the tables.
create or replace function list_stock(shops integer[], product_ids integer[]) returns void language plpgsql as $$
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

-- As in 030_linear_triggers.sql, but what has changed is found once. A level knows its product (017_stock_page.sql).
create or replace function stock_level_changed() returns trigger language plpgsql as $$
declare
  low integer[];
  low_shops integer[];
  crossed integer[];
  crossed_shops integer[];
  changed integer[];
  changed_shops integer[];
begin
  select
    array_agg(config_id) filter (where is_low), array_agg(variant_id) filter (where is_low),
    array_agg(config_id) filter (where (now > 0) <> (before > 0)),
    array_agg(product_id) filter (where (now > 0) <> (before > 0)),
    array_agg(config_id), array_agg(product_id)
  into low_shops, low, crossed_shops, crossed, changed_shops, changed
  from (
    select *, now < before and is_listed and now <= mark and before > mark as is_low
    from (
      select config_id, variant_id, product_id, sum(now) as now, sum(before) as before, bool_or(is_listed) as is_listed,
        coalesce(max(low_at), low_mark(config_id)) as mark
      from (
        select config_id, variant_id, product_id, available as now, 0 as before, low_at, is_listed from after
        union all
        select config_id, variant_id, product_id, 0, available, null, null from before
      ) levels group by config_id, variant_id, product_id
    ) level where now <> before
  ) level;
  if changed is null then return null; end if;
  if low is not null then
    insert into low_stock_notice (config_id, variant_id) select * from unnest(low_shops, low);
  end if;
  if crossed is not null then perform refresh_stock(crossed_shops, crossed); end if;
  perform tell_products(changed_shops, changed);
  perform list_stock(changed_shops, changed);
  return null;
end $$;
