-- Deposits: a part of a cash order that is paid online before the order counts; the rest is paid on delivery.
-- squawk-ignore-file require-concurrent-index-creation

-- Agreed when the order was placed. A pending order with a deposit waits for it; any later one has it paid. 0: none is asked for.
alter table shop_order add column deposit money_total not null default 0;
-- Not valid, so that the table is not read: every row has 0.
alter table shop_order add constraint order_deposit_within_total check (deposit <= total) not valid;
-- Which payment of the order is the deposit.
alter table payment add column is_deposit boolean not null default false;

-- Cash orders that wait for their confirmation. One with a deposit waits for its payment instead, which confirms it.
drop index shop_order_to_confirm;
create index shop_order_to_confirm on shop_order (config_id, cash_risk desc nulls last, placed_at, id)
  where status = 'pending' and payment_method = 'cod' and deposit = 0;
