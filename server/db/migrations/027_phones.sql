-- Phones are kept as typed, with extensions. Stored ones are shorter, so they need no validation.

alter table address drop constraint address_phone_check;
alter table address add constraint address_phone_check check (length(phone) <= 40) not valid;
alter table shop_order drop constraint shop_order_phone_check;
alter table shop_order add constraint shop_order_phone_check check (length(phone) <= 40) not valid;
