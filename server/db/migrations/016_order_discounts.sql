-- Discounts that staff give on a whole order. They use the amounts of a coupon, so an order has one or the other.

-- Why staff gave the discount; empty: the discount is that of the coupon.
alter table shop_order add column discount_reason text not null default ''
  check (length(discount_reason) <= 200 and (discount_reason = '' or coupon_id is null));
