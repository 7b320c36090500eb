-- Events about orders have the number that people use, beside the number of the URL.
create or replace function order_event_data(shop integer, order_id integer) returns jsonb language plpgsql stable as $$
begin
  return (
    select jsonb_build_object(
      'number', o.number, 'serial', o.serial, 'status', o.status, 'currency', o.currency, 'total', o.total, 'paid', o.paid,
      'refunded', o.refunded, 'paymentMethod', o.payment_method, 'shippingMethod', o.shipping_method, 'customerid', o.user_id,
      'lines', (
        select jsonb_agg(jsonb_build_object('productid', l.product_id, 'variantid', l.variant_id, 'sku', l.sku,
          'quantity', l.quantity) order by l.position)
        from order_line l where l.config_id = shop and l.order_id = o.id))
    from shop_order o where o.config_id = shop and o.id = order_event_data.order_id);
end $$;

-- Programs that read older events find it there as well.
update event e set data = e.data || jsonb_build_object('serial', o.serial)
from shop_order o
where e.kind like 'order.%' and o.config_id = e.config_id and o.number = e.data ->> 'number';
