-- Gift cards that orders sell. A product whose tax class is gift_card is one; its order line remembers it.
-- squawk-ignore-file require-concurrent-index-creation

alter table order_line add column is_gift_card boolean not null default false;
create index order_line_gift_card on order_line (config_id, order_id) where is_gift_card;

-- Who gets the gift cards of an order, and when: email, name, message and sendOn, a day or an empty text. Null: the buyer, at once.
alter table shop_order add column gift_to jsonb;
alter table shop_order add constraint shop_order_gift_to_check check (jsonb_typeof(gift_to) = 'object') not valid;

-- The unit of an order line that sold the card, so that each unit has one card, whatever is repeated.
alter table gift_card add column order_position integer, add column order_unit integer;
alter table gift_card add constraint gift_card_unit_check check (
  (order_position is null) = (order_unit is null) and (order_position is null or order_id is not null)
) not valid;
create unique index gift_card_unit on gift_card (config_id, order_id, order_position, order_unit)
  where order_position is not null;
