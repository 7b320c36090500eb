-- The average of a product's stars, rounded down, for lists that are narrowed by it; 0 where nobody gave any.
-- squawk-ignore adding-field-with-default
alter table product add column stars smallint not null generated always as (case when rating_count = 0 then 0 else rating_sum / rating_count end) stored;

-- What is counted beside a list is read from the index alone, as before.
-- squawk-ignore require-concurrent-index-deletion
drop index product_facts;
create index product_facts on product (config_id, category_id, subcategory_id)
  include (id, sale_from, offer, in_stock, is_new, stars, facets) where status = 'live' and deleted_at is null;
