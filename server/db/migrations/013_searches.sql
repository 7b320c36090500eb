-- Searches and lists of the dashboard, at 100,000 products and customers and a million changes.

-- Products by a part of a SKU.
create index variant_sku_part on variant using gin (lower(sku) gin_trgm_ops) where retired_at is null and sku is not null;

-- Changes of one noun by one person.
create index journal_actor_noun on journal (config_id, actor_id, subject, at desc, id desc);

-- What a customer is searched by, once and for all in small letters: one or two letters are found by looking at everybody.
-- squawk-ignore adding-field-with-default
alter table app_user add column words text not null generated always as (lower(full_name || ' ' || email)) stored;
-- squawk-ignore require-concurrent-index-deletion
drop index customer_words;
create index customer_words on app_user using gin (words gin_trgm_ops) where role_id = 2;
