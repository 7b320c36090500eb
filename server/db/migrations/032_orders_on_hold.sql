-- squawk-ignore-file adding-field-with-default, constraint-missing-not-valid, adding-not-nullable-field
-- An order is on hold while its buyer has withdrawn from units that have not shipped. It ships again once staff cancel those
-- units or release it.

alter table shop_order
  add column held_at timestamptz,
  -- The database refuses to ship an order on hold.
  add constraint shop_order_hold_before_shipping check (held_at is null or status in ('pending', 'confirmed'));
-- Counts of orders to ship read this index alone.
drop index shop_order_status;
create index shop_order_status on shop_order (config_id, status, placed_at desc, id desc) include (held_at);
create index shop_order_held on shop_order (config_id, placed_at desc, id desc) where held_at is not null;

-- When staff released the order although the withdrawal is open. It no longer holds the order.
alter table order_return add column released_at timestamptz;

-- The name and the options of the line as it was: an edit may remove the line from its order.
alter table order_return_line
  add column name text not null default '',
  add column options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
  -- Units that never left the shop. They need not come back.
  add column cancelled integer not null default 0 check (cancelled >= 0),
  drop constraint order_return_line_config_id_order_id_position_fkey,
  drop constraint order_return_line_check,
  add constraint order_return_line_units check (restocked + damaged + missing + cancelled <= quantity);

update order_return_line r set name = l.name, options = l.options
from order_line l
where l.config_id = r.config_id and l.order_id = r.order_id and l.position = r.position;

-- Nothing of these orders ever left, so nothing can come back.
create function close_returns_of_ended_order() returns trigger language plpgsql as $$
begin
  -- An imported order has no shipments, but its lines may have shipped.
  if exists (select from order_line where config_id = new.config_id and order_id = new.id and shipped_quantity > 0) then
    return null;
  end if;
  with closed as (
    update order_return set state = 'refunded', closed_at = clock_timestamp()
    where config_id = new.config_id and order_id = new.id and state in ('requested', 'approved')
    returning config_id, id
  )
  update order_return_line l set cancelled = l.quantity
  from closed c where l.config_id = c.config_id and l.return_id = c.id;
  return null;
end $$;
create trigger shop_order_close_returns after update of status on shop_order
  for each row when (old.status <> new.status and new.status in ('cancelled', 'refunded') and new.first_shipped_at is null)
  execute function close_returns_of_ended_order();

-- Orders that were withdrawn before now.
update shop_order o set held_at = w.requested_at
from (
  select config_id, order_id, min(requested_at) as requested_at from order_return
  where kind = 'withdrawal' and state in ('requested', 'approved') group by config_id, order_id
) w
where w.config_id = o.config_id and w.order_id = o.id and o.status in ('pending', 'confirmed') and exists (
  select from order_return_line r
  join order_return t on t.config_id = r.config_id and t.id = r.return_id and t.kind = 'withdrawal'
    and t.state in ('requested', 'approved')
  join order_line l on l.config_id = r.config_id and l.order_id = r.order_id and l.position = r.position
  where r.config_id = o.config_id and r.order_id = o.id and l.quantity > l.shipped_quantity + l.refunded_quantity);
