-- Emails are deleted with the account of their recipient. The nightly check must not miss those of its orders.
alter table shop_order add column emails_deleted boolean not null default false;
-- Earlier deletions left no trace but the missing account and shopper of an order that has none of its emails.
update shop_order o set emails_deleted = true
where user_id is null and shopper_id is null and confirmed_at is not null and not exists (
  select from email e where e.config_id = o.config_id and e.reference like 'order:' || o.id || ':%'
);
