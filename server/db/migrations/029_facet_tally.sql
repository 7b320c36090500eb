-- What a list can be narrowed by is tallied as its products are: how many of a place are on sale, or red, is known without
-- counting them. facet: 0 the product itself; above, a number of facet_value; below, what the row says: -1 in stock,
-- -2 on sale, -11 to -14 at least so many stars.
alter table product_tally add column facet integer not null default 0;

create function tallied_facets(in_stock boolean, offer integer, stars smallint, facets integer[])
returns integer[] immutable language sql as $$
  select facets || 0 || case when in_stock then array[-1] else '{}' end || case when offer > 0 then array[-2] else '{}' end
    || (array[-11, -12, -13, -14])[1:stars]
$$;

drop trigger product_inserted_tally on product;
drop trigger product_updated_tally on product;
drop trigger product_deleted_tally on product;
drop function tally_products();
drop function add_to_tally(integer[], integer[], integer[], integer[]);

create function add_to_tally(shops integer[], categories integer[], subcategories integer[], facets integer[], changes bigint[])
returns void language sql as $$
  with added as (
    select * from unnest(shops, categories, subcategories, facets, changes) as t (config_id, category_id, subcategory_id, facet, change)
  ), taken as (
    delete from product_tally where ctid = any (array(
      select t.ctid from product_tally t
      join added a on a.config_id = t.config_id and a.category_id = t.category_id and a.facet = t.facet
        and a.subcategory_id is not distinct from t.subcategory_id
      for update of t skip locked))
    returning config_id, category_id, subcategory_id, facet, change
  )
  insert into product_tally (config_id, category_id, subcategory_id, facet, change)
  select config_id, category_id, subcategory_id, facet, sum(change)
  from (select * from added union all select * from taken) rows_of_place
  group by 1, 2, 3, 4 having sum(change) <> 0
$$;

create function tally_inserted() returns trigger language plpgsql as $$
begin
  perform add_to_tally(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(change))
  from (
    select config_id, category_id, subcategory_id, facet, count(*) as change
    from after cross join unnest(tallied_facets(in_stock, offer, stars, facets)) as facet
    where status = 'live' and deleted_at is null group by 1, 2, 3, 4
  ) added having count(*) > 0;
  return null;
end $$;
create function tally_deleted() returns trigger language plpgsql as $$
begin
  perform add_to_tally(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(change))
  from (
    select config_id, category_id, subcategory_id, facet, -count(*) as change
    from before cross join unnest(tallied_facets(in_stock, offer, stars, facets)) as facet
    where status = 'live' and deleted_at is null group by 1, 2, 3, 4
  ) removed having count(*) > 0;
  return null;
end $$;
create function tally_updated() returns trigger language plpgsql as $$
begin
  perform add_to_tally(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(facet), array_agg(change))
  from (
    select config_id, category_id, subcategory_id, facet, sum(change) as change
    from (
      select 1 as change, config_id, category_id, subcategory_id, in_stock, offer, stars, facets from after
      where status = 'live' and deleted_at is null
      union all
      select -1, config_id, category_id, subcategory_id, in_stock, offer, stars, facets from before
      where status = 'live' and deleted_at is null
    ) p cross join unnest(tallied_facets(in_stock, offer, stars, facets)) as facet
    group by 1, 2, 3, 4 having sum(change) <> 0
  ) moved having count(*) > 0;
  return null;
end $$;

delete from product_tally;
insert into product_tally (config_id, category_id, subcategory_id, facet, change)
select config_id, category_id, subcategory_id, facet, count(*)
from product cross join unnest(tallied_facets(in_stock, offer, stars, facets)) as facet
where status = 'live' and deleted_at is null group by 1, 2, 3, 4;

-- squawk-ignore require-concurrent-index-deletion
drop index product_tally_place;
-- squawk-ignore require-concurrent-index-creation
create index product_tally_place on product_tally (config_id, category_id, facet, subcategory_id) include (change);
-- squawk-ignore require-concurrent-index-creation
create index product_tally_products on product_tally (config_id, category_id, subcategory_id) include (change) where facet = 0;

create trigger product_inserted_tally after insert on product
  referencing new table as after for each statement execute function tally_inserted();
create trigger product_updated_tally after update on product
  referencing old table as before new table as after for each statement execute function tally_updated();
create trigger product_deleted_tally after delete on product
  referencing old table as before for each statement execute function tally_deleted();
