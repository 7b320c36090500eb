-- How many products shoppers see in each place, known without counting them: the sum of "change". Follows from product.
-- Writers do not wait for one another: a transaction adds rows of its own, and takes into them those of the same place that
-- no other transaction is working on, so that a place has one row as a rule.
create table product_tally (
  config_id integer not null,
  category_id integer not null,
  subcategory_id integer,
  change integer not null
);
create index product_tally_place on product_tally (config_id, category_id, subcategory_id) include (change);

create function add_to_tally(shops integer[], categories integer[], subcategories integer[], changes integer[])
returns void language sql as $$
  with added as (
    select config_id, category_id, subcategory_id, sum(change) as change
    from unnest(shops, categories, subcategories, changes) as t (config_id, category_id, subcategory_id, change)
    group by 1, 2, 3 having sum(change) <> 0
  ), taken as (
    delete from product_tally where ctid = any (array(
      select t.ctid from product_tally t
      join added a on a.config_id = t.config_id and a.category_id = t.category_id
        and a.subcategory_id is not distinct from t.subcategory_id
      for update of t skip locked))
    returning *
  )
  insert into product_tally (config_id, category_id, subcategory_id, change)
  select config_id, category_id, subcategory_id, sum(change)
  from (select * from added union all select * from taken) rows_of_place
  group by 1, 2, 3 having sum(change) <> 0
$$;

create function tally_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_tally(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(1))
    from after where status = 'live' and deleted_at is null;
  elsif tg_op = 'DELETE' then
    perform add_to_tally(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(-1))
    from before where status = 'live' and deleted_at is null;
  else
    perform add_to_tally(array_agg(config_id), array_agg(category_id), array_agg(subcategory_id), array_agg(change))
    from (
      select config_id, category_id, subcategory_id, 1 as change from after where status = 'live' and deleted_at is null
      union all
      select config_id, category_id, subcategory_id, -1 from before where status = 'live' and deleted_at is null
    ) moved;
  end if;
  return null;
end $$;
create trigger product_inserted_tally after insert on product
  referencing new table as after for each statement execute function tally_products();
create trigger product_updated_tally after update on product
  referencing old table as before new table as after for each statement execute function tally_products();
create trigger product_deleted_tally after delete on product
  referencing old table as before for each statement execute function tally_products();
