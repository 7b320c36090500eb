-- Programs of the shop learn through which platform an order came, as staff do: by the host of its profile.
-- squawk-ignore-file require-concurrent-index-creation

create or replace function order_event_data(shop integer, order_id integer) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'number', o.number, 'serial', o.serial, 'status', o.status, 'currency', o.currency, 'total', o.total, 'paid', o.paid,
      'refunded', o.refunded, 'paymentMethod', o.payment_method, 'shippingMethod', o.shipping_method, 'customerid', o.user_id,
      'source', (
        select substring(p.profile_url from '^https?://([^/?#]+)') from agent_platform p
        where p.config_id = o.config_id and p.id = o.agent_platform_id),
      'lines', (
        select jsonb_agg(jsonb_build_object('productid', l.product_id, 'variantid', l.variant_id, 'sku', l.sku,
          'quantity', l.quantity) order by l.position)
        from order_line l where l.config_id = shop and l.order_id = o.id))
    from shop_order o where o.config_id = shop and o.id = order_event_data.order_id);
end $$;

-- The link of a cart leads to the order of its checkout. A new shop has no such rows, and old ones few.
create index checkout_session_ordered_cart on checkout_session (config_id, cart_id)
  where cart_id is not null and state = 'ordered';
