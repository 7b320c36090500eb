-- squawk-ignore-file adding-field-with-default, constraint-missing-not-valid
-- A refund says how much of it is for the delivery. Money beyond lines and delivery is goodwill for the goods, and its credit
-- note has their rates.

alter table refund
  add column delivery_amount money_total not null default 0,
  add constraint refund_delivery_check check (delivery_amount <= non_line_amount);

-- Until now all of it counted as delivery first.
update refund r set delivery_amount = least(r.non_line_amount, greatest(0, b.shipping_total - b.before))
from (
  select x.config_id, x.id, o.shipping_total, coalesce(sum(x.non_line_amount) filter (where x.status <> 'failed') over (
    partition by x.config_id, x.order_id order by x.id rows between unbounded preceding and 1 preceding), 0) as before
  from refund x join shop_order o on o.config_id = x.config_id and o.id = x.order_id
  where x.currency is null
) b
where b.config_id = r.config_id and b.id = r.id and r.non_line_amount > 0;

-- As before, but goodwill is shared among the lines by what they still charge, and goes to the delivery only after them.
create or replace function issue_credit_note(shop integer, order_key integer) returns void language plpgsql as $$
declare
  wanted jsonb;
  has_ended boolean;
  in_series text;
  width integer;
begin
  if not exists (select from invoice where config_id = shop and order_id = order_key) then return; end if;
  select o.status = 'cancelled' or (o.status = 'returned' and o.paid = 0) into has_ended
  from shop_order o where o.config_id = shop and o.id = order_key;
  with parts as (
    -- Delivery comes before the lines in the order of crediting.
    select null::integer as position, d.part::integer as part, (d.tax_part ->> 'rate')::integer as rate,
      (d.tax_part ->> 'amount')::bigint + case when o.tax_included then 0 else (d.tax_part ->> 'tax')::bigint end as total,
      (d.tax_part ->> 'tax')::bigint as tax, 0::bigint as refunded, 0 as units
    from shop_order o
    cross join lateral jsonb_array_elements(case when o.shipping_taxes <> '[]' then o.shipping_taxes
      else jsonb_build_array(jsonb_build_object('rate', 0, 'amount', o.shipping, 'tax', 0)) end)
      with ordinality as d (tax_part, part)
    where o.config_id = shop and o.id = order_key and o.shipping > 0
    union all
    select l.position, 0, l.tax_rate, l.total, l.tax, l.refunded_amount,
      case when has_ended then l.quantity else l.refunded_quantity end
    from order_line l where l.config_id = shop and l.order_id = order_key
  ), earlier as (
    select (l ->> 'position')::integer as position, (l ->> 'part')::integer as part,
      sum((l ->> 'total')::bigint) as total, sum((l ->> 'tax')::bigint) as tax,
      sum(coalesce((l ->> 'quantity')::integer, 0)) as units
    from credit_note n cross join lateral jsonb_array_elements(n.lines) l
    where n.config_id = shop and n.order_id = order_key
    group by 1, 2
  ), beyond as (
    select coalesce(sum(r.delivery_amount), 0) as delivery,
      coalesce(sum(r.non_line_amount - r.delivery_amount), 0) as goodwill
    from refund r
    where r.config_id = shop and r.order_id = order_key and r.status <> 'failed' and r.currency is null
  ), owed as (
    -- What the refunded lines and the refunded delivery take of each part.
    select p.*, coalesce(e.total, 0) as before_total, coalesce(e.tax, 0) as before_tax, coalesce(e.units, 0) as before_units,
      case when o.tax_name = 'GST' and o.currency = 'INR' then 2 else 1 end as halves,
      case when p.position is null then greatest(0, least(p.total, b.delivery - coalesce(sum(p.total) filter (
        where p.position is null) over (order by p.position nulls first, p.part
        rows between unbounded preceding and 1 preceding), 0))) else p.refunded end as taken
    from parts p cross join beyond b
    join shop_order o on o.config_id = shop and o.id = order_key
    left join earlier e on e.position is not distinct from p.position and e.part = p.part
  ), base as (
    -- Earlier notes stay. What they credit beyond that is goodwill.
    select o.*, greatest(o.taken, o.before_total) as at_least,
      (select greatest(0, b.goodwill - coalesce((select sum(greatest(0, x.before_total - x.taken)) from owed x), 0))
        from beyond b) as goodwill
    from owed o
  ), room as (
    -- The goods up to each line. Goodwill beyond all goods is for the delivery.
    select b.*, sum(total - at_least) filter (where position is not null) over () as goods,
      coalesce(sum(total - at_least) over (partition by position is null order by position, part
        rows between unbounded preceding and 1 preceding), 0) as room_before
    from base b
  ), due as (
    select r.*, case
      when has_ended then r.total
      when r.position is null then r.at_least
        + greatest(0, least(r.total - r.at_least, r.goodwill - coalesce(r.goods, 0) - r.room_before))
      when r.goods = 0 then r.at_least
      else r.at_least + floor(least(r.goodwill, r.goods) * (r.room_before + r.total - r.at_least) / r.goods)
        - floor(least(r.goodwill, r.goods) * r.room_before / r.goods)
      end::bigint as credited
    from room r
  ), news as (
    select d.position, d.part, d.rate, d.credited - d.before_total as total,
      -- Rounded down on the way and exact at the end, so the notes add up to the tax of the line.
      -- An even part of GST has equal halves.
      case when d.credited = d.total then d.tax
        else d.halves * floor(d.tax::numeric * d.credited / (d.total * d.halves)) end - d.before_tax as tax,
      d.units - d.before_units as units
    from due d
  )
  select jsonb_agg(jsonb_build_object(
    'position', position, 'part', part, 'rate', rate, 'quantity', greatest(0, units), 'total', total,
    'tax', greatest(0, least(tax, total))::bigint
  ) order by position nulls last, part) into wanted
  from news where total > 0;
  if wanted is null then return; end if;
  select d.series, d.digits into in_series, width from document_series(shop, 'credit_note', clock_timestamp()) d;
  with next as (
    insert into credit_note_counter as c (config_id, series, last_sequence) values (shop, in_series, 1)
    on conflict (config_id, series) do update set last_sequence = c.last_sequence + 1
    returning last_sequence
  )
  insert into credit_note (config_id, series, sequence, digits, order_id, issued_at, reason, total, tax, lines)
  select shop, in_series, next.last_sequence, width, order_key, clock_timestamp(),
    case when has_ended then 'cancellation' else 'refund' end,
    (select sum((l ->> 'total')::bigint) from jsonb_array_elements(wanted) l),
    (select sum((l ->> 'tax')::bigint) from jsonb_array_elements(wanted) l), wanted
  from next;
end $$;
