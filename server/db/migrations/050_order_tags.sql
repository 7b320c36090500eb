-- Words by which staff find and group orders, in small letters and sorted. Customers do not see them.
-- The shop is not serving while it migrates, and the index is empty.
-- squawk-ignore-file require-concurrent-index-creation
-- PostgreSQL 15 adds no column to a table whose row type a parsed function body uses, so the body becomes a text.
create or replace function customer_key_of_order(o shop_order) returns text language sql stable as $$
  select case
    when o.emails_deleted then null
    when o.user_id is null then customer_key(o.email, o.phone)
    else (select lower(u.email) from app_user u where u.config_id = o.config_id and u.id = o.user_id and u.role_id = 2) end
$$;

alter table shop_order add column tags text[] not null default '{}';
alter table shop_order add constraint shop_order_tags_check check (cardinality(tags) <= 20) not valid;

create index shop_order_tags on shop_order using gin (tags) where tags <> '{}';
