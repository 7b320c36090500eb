-- An invoice keeps who issued it and to whom: settings and addresses may change later, what was issued does not.
alter table invoice
  add column seller jsonb not null default '{}' check (jsonb_typeof(seller) = 'object'),
  add column billing_address jsonb not null default '{}' check (jsonb_typeof(billing_address) = 'object'),
  add column shipping_address jsonb not null default '{}' check (jsonb_typeof(shipping_address) = 'object');
create trigger invoice_append_only before update or delete on invoice
  for each statement execute function refuse_change();
