-- squawk-ignore-file adding-field-with-default, constraint-missing-not-valid
-- Units that refunds have restocked, also by a refund that failed later. They never ship again.

alter table order_line
  add column restocked_quantity integer not null default 0,
  add constraint order_line_restocked_units check (restocked_quantity between 0 and quantity);

update order_line l set restocked_quantity = r.units
from (
  select config_id, order_id, position, sum(restocked) as units from refund_line group by config_id, order_id, position
) r
where r.config_id = l.config_id and r.order_id = l.order_id and r.position = l.position and r.units > 0;

create function count_restocked_units() returns trigger language plpgsql as $$
begin
  update order_line set restocked_quantity = restocked_quantity + new.restocked
    where config_id = new.config_id and order_id = new.order_id and position = new.position;
  return null;
end $$;
create trigger refund_line_count_units after insert on refund_line
  for each row when (new.restocked > 0) execute function count_restocked_units();
