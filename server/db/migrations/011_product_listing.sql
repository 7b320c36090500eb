-- What the dashboard's table of products is ordered and filtered by: one narrow row for each product that is not deleted,
-- whatever its status. Kept by triggers, beside product, because a sale changes the stock of a product: in product itself
-- that would write its many indexes, and tell every kept page of the shop that it has become old.
-- pictures: 0 none, 1 one of them has no alt text, 2 all have.
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
  pictures smallint not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (config_id, product_id),
  foreign key (config_id, product_id) references product on delete cascade
);

-- Derives the rows of these products anew. They are locked before they are looked at, in the order of id and after stock
-- levels and products (see 003_stock.sql), so that two that sell at once see each other and neither waits for ever.
create function list_products(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  perform 1 from product_listing
  where (config_id, product_id) in (select * from unnest(shops, product_ids))
  order by config_id, product_id for no key update;
  delete from product_listing l using product p
  where (l.config_id, l.product_id) in (select * from unnest(shops, product_ids))
    and p.config_id = l.config_id and p.id = l.product_id and p.deleted_at is not null;
  insert into product_listing as l
  select p.config_id, p.id, lower(p.name), p.price_from, s.stock, p.status, p.category_id, p.subcategory_id,
    p.offer > 0, p.is_new, i.pictures, p.created_at, p.updated_at
  from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
  join product p on p.config_id = t.config_id and p.id = t.product_id and p.deleted_at is null
  cross join lateral (
    select coalesce(sum(level.available), 0)::bigint as stock
    from variant v join stock_level level on level.config_id = t.config_id and level.variant_id = v.id
    where v.config_id = t.config_id and v.product_id = t.product_id and v.retired_at is null
  ) s
  cross join lateral (
    select case when count(*) = 0 then 0 when bool_or(alt = '') then 1 else 2 end as pictures
    from product_picture where config_id = t.config_id and product_id = t.product_id
  ) i
  on conflict (config_id, product_id) do update set
    (name_key, price_from, stock, status, category_id, subcategory_id, on_offer, is_new, pictures, updated_at)
    = (excluded.name_key, excluded.price_from, excluded.stock, excluded.status, excluded.category_id, excluded.subcategory_id,
      excluded.on_offer, excluded.is_new, excluded.pictures, excluded.updated_at)
  where (l.name_key, l.price_from, l.stock, l.status, l.category_id, l.subcategory_id, l.on_offer, l.is_new, l.pictures, l.updated_at)
    is distinct from (excluded.name_key, excluded.price_from, excluded.stock, excluded.status, excluded.category_id,
      excluded.subcategory_id, excluded.on_offer, excluded.is_new, excluded.pictures, excluded.updated_at);
end $$;

create function product_inserted_lists() returns trigger language plpgsql as $$
begin
  perform list_products(array_agg(config_id), array_agg(id)) from after having count(*) > 0;
  return null;
end $$;
create trigger product_insert_lists after insert on product
  referencing new table as after for each statement execute function product_inserted_lists();

create function product_updated_lists() returns trigger language plpgsql as $$
begin
  perform list_products(array_agg(a.config_id), array_agg(a.id))
  from after a join before b using (config_id, id)
  where (a.name, a.price_from, a.status, a.category_id, a.subcategory_id, a.offer, a.is_new, a.updated_at, a.deleted_at)
    is distinct from (b.name, b.price_from, b.status, b.category_id, b.subcategory_id, b.offer, b.is_new, b.updated_at, b.deleted_at)
  having count(*) > 0;
  return null;
end $$;
create trigger product_update_lists after update on product
  referencing old table as before new table as after for each statement execute function product_updated_lists();

create function product_pictures_list() returns trigger language plpgsql as $$
begin
  perform list_products(array_agg(config_id), array_agg(product_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger product_picture_insert_lists after insert on product_picture
  referencing new table as changed for each statement execute function product_pictures_list();
create trigger product_picture_update_lists after update on product_picture
  referencing new table as changed for each statement execute function product_pictures_list();
create trigger product_picture_delete_lists after delete on product_picture
  referencing old table as changed for each statement execute function product_pictures_list();

create function variant_retired_lists() returns trigger language plpgsql as $$
begin
  perform list_products(array_agg(a.config_id), array_agg(a.product_id))
  from after a join before b using (config_id, id)
  where a.retired_at is distinct from b.retired_at
  having count(*) > 0;
  return null;
end $$;
create trigger variant_update_lists after update on variant
  referencing old table as before new table as after for each statement execute function variant_retired_lists();

-- As in 003_stock.sql; the listing comes last, after the products, as locks are taken everywhere.
create or replace function stock_level_changed() returns trigger language plpgsql as $$
begin
  perform refresh_stock(array_agg(v.config_id), array_agg(v.product_id))
  from after a join before b using (config_id, variant_id)
  join variant v on v.config_id = a.config_id and v.id = a.variant_id
  where (a.available > 0) <> (b.available > 0);
  perform tell_products(array_agg(v.config_id), array_agg(v.product_id))
  from after a join variant v on v.config_id = a.config_id and v.id = a.variant_id;
  perform list_products(array_agg(v.config_id), array_agg(v.product_id))
  from after a join before b using (config_id, variant_id)
  join variant v on v.config_id = a.config_id and v.id = a.variant_id
  where a.available <> b.available
  having count(*) > 0;
  return null;
end $$;

select list_products(array_agg(config_id), array_agg(id)) from product having count(*) > 0;

-- One index for each order, with all that the table can be filtered by, so that any page is read from the index alone.
create index product_listing_newest on product_listing (config_id, created_at desc, product_id desc)
  include (name_key, status, category_id, subcategory_id, stock, on_offer, is_new, pictures);
create index product_listing_updated on product_listing (config_id, updated_at desc, product_id desc)
  include (name_key, status, category_id, subcategory_id, stock, on_offer, is_new, pictures);
create index product_listing_name on product_listing (config_id, name_key, product_id)
  include (status, category_id, subcategory_id, stock, on_offer, is_new, pictures);
create index product_listing_price on product_listing (config_id, price_from, product_id)
  include (name_key, status, category_id, subcategory_id, stock, on_offer, is_new, pictures);
create index product_listing_stock on product_listing (config_id, stock, product_id)
  include (name_key, status, category_id, subcategory_id, on_offer, is_new, pictures);

-- The same rule as before, with the product at hand, so that a part of a SKU is looked for in the index alone.
-- squawk-ignore require-concurrent-index-deletion
drop index variant_sku;
create unique index variant_sku on variant (config_id, sku) include (product_id) where retired_at is null;

-- A picture that was uploaded before the record that will show it: since when nobody has named it. Null once it was named.
alter table picture add column loose_since timestamptz;
create index picture_loose on picture (loose_since) where loose_since is not null;
