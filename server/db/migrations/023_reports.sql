-- Reports read what was sold from an index alone: an order is wide, and a year has many. The condition is the rule of what is
-- sold, as `reports/sold.ts` has it.
create index shop_order_sold on shop_order (config_id, placed_at)
  include (id, total, coupon_discount, shipping, coupon_id, currency)
  where status not in ('pending', 'cancelled') and (status <> 'returned' or paid > 0);

-- What was paid back is taken off on the day of the refund, whenever the order was placed.
create index refund_made on refund (config_id, created_at);
