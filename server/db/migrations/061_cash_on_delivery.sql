-- Cash on delivery: its fee, the risk of an order, and the indexes by which the shop knows earlier cash orders of a person.
-- The shop is not serving while it migrates.
-- squawk-ignore-file require-concurrent-index-creation

-- The part of `shipping` that only cash on delivery costs. Tax, refunds and invoices treat it as delivery.
alter table shop_order add column cash_fee money_total not null default 0;
-- Not valid, so that the table is not read: every row has 0.
alter table shop_order add constraint order_cash_fee_within_shipping check (cash_fee <= shipping) not valid;

-- How likely a cash order comes back, from 0 to 100, and why: codes such as {first_order}. Null: it was not a cash order when
-- it was placed, or the shop let no order confirm.
alter table shop_order add column cash_risk smallint;
alter table shop_order add constraint shop_order_cash_risk_check check (cash_risk between 0 and 100) not valid;
alter table shop_order add column cash_reasons text[] not null default '{}';

-- Cash orders that wait for their confirmation, the riskiest first.
create index shop_order_to_confirm on shop_order (config_id, cash_risk desc nulls last, placed_at, id)
  where status = 'pending' and payment_method = 'cod';
-- Earlier cash orders of a phone number, and of a guest or an account by its email.
create index shop_order_cash_phone on shop_order (config_id, phone_key(phone), id desc)
  where payment_method = 'cod';
create index shop_order_cash_email on shop_order (config_id, lower(email), id desc)
  where payment_method = 'cod';
-- The latest cash orders, whose average tells what a high amount is.
create index shop_order_cash_newest on shop_order (config_id, id desc) include (total) where payment_method = 'cod';
