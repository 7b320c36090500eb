-- The dashboard's table of orders, at 100,000 of them: any page, filter, order and search.

-- What is searched, as far as an entry of an index can hold it: so the index of the table answers searches for what is in
-- many orders, or too short for trigrams, and the trigrams of it the others. Of the few orders that have more to say, the
-- rest is looked through one by one.
-- squawk-ignore adding-field-with-default
alter table shop_order add column words_start text not null generated always as (left(words, 500)) stored;

-- One index for each order of the table, with what it is filtered by, so that a page and a count read the index alone.
-- squawk-ignore require-concurrent-index-deletion
drop index shop_order_newest;
create index shop_order_newest on shop_order (config_id, placed_at desc, id desc)
  include (status, payment_method, words_start);
create index shop_order_total on shop_order (config_id, total, id)
  include (status, payment_method, placed_at, words_start);
create index shop_order_long on shop_order (config_id, id) where length(words) > 500;
-- squawk-ignore require-concurrent-index-deletion
drop index shop_order_words;
create index shop_order_words on shop_order using gin (words_start gin_trgm_ops);
