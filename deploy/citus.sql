-- Splits the tables of a shop by shop over the servers of a Citus cluster: all rows of a shop are on one server.
--   psql -v ON_ERROR_STOP=1 -f deploy/citus.sql DATABASE_URL
-- Run it once, on the coordinator, while the shop is stopped: migrate first, then create the extension citus and add the
-- workers. It is a trial: the tables and triggers arrive, but the shop does not run on them yet. Decision 089 says what is
-- missing. A test compares the list of tables with the migrations.

begin;
set local citus.enable_unsafe_triggers = on;

-- A key without the shop, which only the version before needs.
alter table shopper drop constraint if exists shopper_visitor_hash_key;
create unique index shopper_visitor on shopper (config_id, visitor_hash);

-- Citus takes only bigint as the type of an identity.
do $$ declare it record; begin
  for it in
    select a.attrelid::regclass as name, a.attname from pg_attribute a
    where a.attidentity <> '' and a.atttypid = 'integer'::regtype and a.attname <> 'config_id'
      and exists (select from pg_class c where c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace)
  loop
    execute format('alter table %s alter column %I type bigint', it.name, it.attname);
  end loop;
end $$;

-- Citus knows neither "on update cascade" nor "on delete set null" in a key that holds the shop: such a change is refused.
do $$ declare it record; begin
  for it in
    select conrelid::regclass as name, conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and (confupdtype = 'c' or confdeltype = 'n')
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s', it.name, it.conname, it.conname,
      regexp_replace(it.definition, ' ON UPDATE CASCADE| ON DELETE SET NULL \(\w+\)', '', 'g'));
  end loop;
end $$;

-- The two tables refer to each other, so one key comes last. A host is read before the shop is known.
alter table shop drop constraint shop_logo_fkey;
alter table shop_host drop constraint shop_host_config_id_fkey;

-- Triggers must not run while the rows move.
create table trigger_to_create as
  select pg_get_triggerdef(oid) as definition, tgname, tgrelid::regclass as name from pg_trigger
  where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
do $$ declare it record; begin
  for it in select * from trigger_to_create loop
    execute format('drop trigger %I on %s', it.tgname, it.name);
  end loop;
end $$;

-- Each table follows those that it refers to.
select create_distributed_table('shop', 'config_id');
select create_distributed_table('agent_platform', 'config_id', colocate_with => 'shop');
select create_distributed_table('audit_entry', 'config_id', colocate_with => 'shop');
select create_distributed_table('backup', 'config_id', colocate_with => 'shop');
select create_distributed_table('carrier_account', 'config_id', colocate_with => 'shop');
select create_distributed_table('confirmed_address', 'config_id', colocate_with => 'shop');
select create_distributed_table('content_page', 'config_id', colocate_with => 'shop');
select create_distributed_table('coupon', 'config_id', colocate_with => 'shop');
select create_distributed_table('credit_note_counter', 'config_id', colocate_with => 'shop');
select create_distributed_table('custom_field', 'config_id', colocate_with => 'shop');
select create_distributed_table('data_export', 'config_id', colocate_with => 'shop');
select create_distributed_table('data_import', 'config_id', colocate_with => 'shop');
select create_distributed_table('email', 'config_id', colocate_with => 'shop');
select create_distributed_table('event', 'config_id', colocate_with => 'shop');
select create_distributed_table('facet_count', 'config_id', colocate_with => 'shop');
select create_distributed_table('facet_value', 'config_id', colocate_with => 'shop');
select create_distributed_table('idempotency_key', 'config_id', colocate_with => 'shop');
select create_distributed_table('image', 'config_id', colocate_with => 'shop');
select create_distributed_table('integrity_check', 'config_id', colocate_with => 'shop');
select create_distributed_table('invoice_counter', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_draft', 'config_id', colocate_with => 'shop');
select create_distributed_table('payment_event', 'config_id', colocate_with => 'shop');
select create_distributed_table('redirect', 'config_id', colocate_with => 'shop');
select create_distributed_table('review_unsubscribe', 'config_id', colocate_with => 'shop');
select create_distributed_table('role', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_count', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_document_backlog', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_index_queue', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_rule', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_signal', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_synonym', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_word', 'config_id', colocate_with => 'shop');
select create_distributed_table('setting', 'config_id', colocate_with => 'shop');
select create_distributed_table('signing_key', 'config_id', colocate_with => 'shop');
select create_distributed_table('slug_history', 'config_id', colocate_with => 'shop');
select create_distributed_table('specification', 'config_id', colocate_with => 'shop');
select create_distributed_table('synonym_suggestion', 'config_id', colocate_with => 'shop');
select create_distributed_table('visit_count', 'config_id', colocate_with => 'shop');
select create_distributed_table('visitor', 'config_id', colocate_with => 'shop');
select create_distributed_table('agent_cart', 'config_id', colocate_with => 'shop');
select create_distributed_table('app_user', 'config_id', colocate_with => 'shop');
select create_distributed_table('banner', 'config_id', colocate_with => 'shop');
select create_distributed_table('category', 'config_id', colocate_with => 'shop');
select create_distributed_table('collection', 'config_id', colocate_with => 'shop');
select create_distributed_table('content_page_history', 'config_id', colocate_with => 'shop');
select create_distributed_table('data_import_attempt', 'config_id', colocate_with => 'shop');
select create_distributed_table('data_import_file', 'config_id', colocate_with => 'shop');
select create_distributed_table('data_import_item', 'config_id', colocate_with => 'shop');
select create_distributed_table('data_import_stop', 'config_id', colocate_with => 'shop');
select create_distributed_table('downloaded_image', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_visit', 'config_id', colocate_with => 'shop');
select create_distributed_table('address', 'config_id', colocate_with => 'shop');
select create_distributed_table('api_key', 'config_id', colocate_with => 'shop');
select create_distributed_table('credit_account', 'config_id', colocate_with => 'shop');
select create_distributed_table('custom_values', 'config_id', colocate_with => 'shop');
select create_distributed_table('customer', 'config_id', colocate_with => 'shop');
select create_distributed_table('customer_note', 'config_id', colocate_with => 'shop');
select create_distributed_table('customer_search_document', 'config_id', colocate_with => 'shop');
select create_distributed_table('email_token', 'config_id', colocate_with => 'shop');
select create_distributed_table('invitation', 'config_id', colocate_with => 'shop');
select create_distributed_table('payment_account', 'config_id', colocate_with => 'shop');
select create_distributed_table('session', 'config_id', colocate_with => 'shop');
select create_distributed_table('shopper', 'config_id', colocate_with => 'shop');
select create_distributed_table('subcategory', 'config_id', colocate_with => 'shop');
select create_distributed_table('webhook', 'config_id', colocate_with => 'shop');
select create_distributed_table('product', 'config_id', colocate_with => 'shop');
select create_distributed_table('shop_order', 'config_id', colocate_with => 'shop');
select create_distributed_table('test_payment', 'config_id', colocate_with => 'shop');
select create_distributed_table('webhook_delivery', 'config_id', colocate_with => 'shop');
select create_distributed_table('checkout_session', 'config_id', colocate_with => 'shop');
select create_distributed_table('collection_product', 'config_id', colocate_with => 'shop');
select create_distributed_table('comment_count', 'config_id', colocate_with => 'shop');
select create_distributed_table('coupon_use', 'config_id', colocate_with => 'shop');
select create_distributed_table('credit_note', 'config_id', colocate_with => 'shop');
select create_distributed_table('gift_card', 'config_id', colocate_with => 'shop');
select create_distributed_table('invoice', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_event', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_return', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_search_document', 'config_id', colocate_with => 'shop');
select create_distributed_table('payment', 'config_id', colocate_with => 'shop');
select create_distributed_table('product_image', 'config_id', colocate_with => 'shop');
select create_distributed_table('product_listing', 'config_id', colocate_with => 'shop');
select create_distributed_table('product_specification', 'config_id', colocate_with => 'shop');
select create_distributed_table('review_request', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_click', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_document', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_signal_product', 'config_id', colocate_with => 'shop');
select create_distributed_table('search_visit_click', 'config_id', colocate_with => 'shop');
select create_distributed_table('shipment', 'config_id', colocate_with => 'shop');
select create_distributed_table('variant', 'config_id', colocate_with => 'shop');
select create_distributed_table('wishlist_item', 'config_id', colocate_with => 'shop');
select create_distributed_table('carrier_label', 'config_id', colocate_with => 'shop');
select create_distributed_table('cart_line', 'config_id', colocate_with => 'shop');
select create_distributed_table('comment', 'config_id', colocate_with => 'shop');
select create_distributed_table('low_stock_notice', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_line', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_return_line', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_return_photo', 'config_id', colocate_with => 'shop');
select create_distributed_table('order_revision', 'config_id', colocate_with => 'shop');
select create_distributed_table('payment_dispute', 'config_id', colocate_with => 'shop');
select create_distributed_table('refund', 'config_id', colocate_with => 'shop');
select create_distributed_table('saved_line', 'config_id', colocate_with => 'shop');
select create_distributed_table('stock_level', 'config_id', colocate_with => 'shop');
select create_distributed_table('stock_movement', 'config_id', colocate_with => 'shop');
select create_distributed_table('comment_photo', 'config_id', colocate_with => 'shop');
select create_distributed_table('comment_report', 'config_id', colocate_with => 'shop');
select create_distributed_table('comment_vote', 'config_id', colocate_with => 'shop');
select create_distributed_table('credit_entry', 'config_id', colocate_with => 'shop');
select create_distributed_table('refund_line', 'config_id', colocate_with => 'shop');
select create_distributed_table('shipment_line', 'config_id', colocate_with => 'shop');
select create_distributed_table('tracking_event', 'config_id', colocate_with => 'shop');

-- Every server has a copy.
select create_reference_table('shop_host');

alter table shop add constraint shop_logo_fkey foreign key (config_id, logo) references image (config_id, file);

commit;

-- Triggers run where the row is, so the workers need the functions that they call.
do $$ declare failed text; begin
  select string_agg(format('%s on %s: %s', p.proname, r.nodename, r.result), E'\n') into failed
  from pg_proc p cross join lateral run_command_on_workers(
    'set citus.enable_ddl_propagation = off; set check_function_bodies = off; ' || pg_get_functiondef(p.oid)) r
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not r.success
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e');
  if failed is not null then raise exception '%', failed; end if;
end $$;
begin;
set local citus.enable_unsafe_triggers = on;
do $$ declare it record; begin
  for it in select * from trigger_to_create loop
    execute it.definition;
  end loop;
end $$;
drop table trigger_to_create;
commit;
