-- What product_facet says, once more in the form in which many products are filtered and counted quickly: each value has a
-- number, and product.facets holds the numbers of a product's values.
create table facet_value (
  config_id integer not null references shop on delete cascade,
  id integer generated always as identity,
  name text not null,
  value text not null,
  primary key (config_id, id),
  unique (config_id, name, value)
);

-- At most 500 values of a product, because an entry of an index has at most 2.7 kB.
create function number_facets(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product
  where (config_id, id) in (select * from unnest(shops, product_ids))
  order by config_id, id for no key update;
  update product p set facets = n.ids
  from (
    select t.config_id, t.product_id, array(
      select v.id from product_facet f
      join facet_value v on v.config_id = f.config_id and v.name = f.name and v.value = f.value
      where f.config_id = t.config_id and f.product_id = t.product_id
      order by v.id limit 500) as ids
    from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  ) n
  where p.config_id = n.config_id and p.id = n.product_id and p.facets <> n.ids;
end $$;

create function product_facets_added() returns trigger language plpgsql as $$
begin
  insert into facet_value (config_id, name, value)
  select distinct config_id, name, value from changed order by config_id, name, value
  on conflict do nothing;
  perform number_facets(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;
create function product_facets_removed() returns trigger language plpgsql as $$
begin
  perform number_facets(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;
create trigger product_facet_insert_numbers after insert on product_facet
  referencing new table as changed for each statement execute function product_facets_added();
create trigger product_facet_update_numbers after update on product_facet
  referencing new table as changed for each statement execute function product_facets_added();
create trigger product_facet_delete_numbers after delete on product_facet
  referencing old table as changed for each statement execute function product_facets_removed();
