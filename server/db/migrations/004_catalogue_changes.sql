-- Every write to what shoppers see is told on the channel "catalogue" (see tell_products in 003_stock.sql).

create function notify_shops() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalogue', config_id::text) from (select distinct config_id from changed) shops;
  return null;
end $$;

create function notify_products() returns trigger language plpgsql as $$
begin
  perform tell_products(array_agg(config_id), array_agg(product_id)) from changed;
  return null;
end $$;

do $$
declare name text; tells text;
begin
  foreach name in array array['shop', 'shop_host', 'setting', 'category', 'subcategory', 'specification', 'product', 'variant',
    'product_picture', 'product_specification', 'product_facet', 'collection', 'collection_product', 'banner', 'content_page', 'comment'] loop
    tells := case name when 'comment' then 'notify_products' else 'notify_shops' end;
    execute format('create trigger %1$s_insert_tells after insert on %1$s referencing new table as changed for each statement execute function %2$s()', name, tells);
    execute format('create trigger %1$s_update_tells after update on %1$s referencing new table as changed for each statement execute function %2$s()', name, tells);
    execute format('create trigger %1$s_delete_tells after delete on %1$s referencing old table as changed for each statement execute function %2$s()', name, tells);
  end loop;
end $$;
