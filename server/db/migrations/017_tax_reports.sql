-- What tax reports read: where the tax of an order is due, when documents were issued, and how many units they credit.

-- The country whose tax the order charges, by ISO 3166. It is not that of the delivery address if sales between EU states are
-- taxed at the origin. Null: the order was imported, or is older than this column.
alter table shop_order add column tax_country text check (tax_country ~ '^[A-Z]{2}$');

create index invoice_issued on invoice (config_id, issued_at);
create index credit_note_issued on credit_note (config_id, issued_at);

-- As before, and each part has its units: summaries by commodity code name quantities. A refund of money alone credits none.
create or replace function issue_credit_note(shop integer, order_key integer) returns void language plpgsql as $$
declare
  wanted jsonb;
  has_ended boolean;
  in_year text;
begin
  if not exists (select from invoice where config_id = shop and order_id = order_key) then return; end if;
  select o.status = 'cancelled' or (o.status = 'returned' and o.paid = 0) into has_ended
  from shop_order o where o.config_id = shop and o.id = order_key;
  with beyond as (
    select coalesce(sum(r.non_line_amount), 0) as amount from refund r
    where r.config_id = shop and r.order_id = order_key and r.status <> 'failed' and r.currency is null
  ), parts as (
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
  ), room as (
    select p.*, p.total - p.refunded as open, coalesce(sum(p.total - p.refunded) over (
      order by p.position nulls first, p.part rows between unbounded preceding and 1 preceding), 0) as before
    from parts p
  ), due as (
    select r.*, case when has_ended then r.total
      else r.refunded + greatest(0, least(r.open, b.amount - r.before)) end as credited
    from room r, beyond b
  ), earlier as (
    select (l ->> 'position')::integer as position, (l ->> 'part')::integer as part,
      sum((l ->> 'total')::bigint) as total, sum((l ->> 'tax')::bigint) as tax,
      sum(coalesce((l ->> 'quantity')::integer, 0)) as units
    from credit_note n cross join lateral jsonb_array_elements(n.lines) l
    where n.config_id = shop and n.order_id = order_key
    group by 1, 2
  ), news as (
    select d.position, d.part, d.rate, d.credited - coalesce(e.total, 0) as total,
      -- Rounded down on the way and exact at the end, so the notes add up to the tax of the line.
      case when d.total = 0 then 0 else floor(d.tax::numeric * d.credited / d.total) end - coalesce(e.tax, 0) as tax,
      d.units - coalesce(e.units, 0) as units
    from due d left join earlier e on e.position is not distinct from d.position and e.part = d.part
  )
  select jsonb_agg(jsonb_build_object(
    'position', position, 'part', part, 'rate', rate, 'quantity', greatest(0, units), 'total', total,
    'tax', greatest(0, least(tax, total))::bigint
  ) order by position nulls last, part) into wanted
  from news where total > 0;
  if wanted is null then return; end if;
  -- The Indian financial year, as on invoices.
  select to_char(d, 'YYYY') || '-' || to_char(d + interval '1 year', 'YY') into in_year
  from (select (clock_timestamp() at time zone s.time_zone) - interval '3 months' as d from shop s where s.config_id = shop) y;
  with next as (
    insert into credit_note_counter as c (config_id, year, last_sequence) values (shop, in_year, 1)
    on conflict (config_id, year) do update set last_sequence = c.last_sequence + 1
    returning last_sequence
  )
  insert into credit_note (config_id, year, sequence, order_id, issued_at, reason, total, tax, lines)
  select shop, in_year, next.last_sequence, order_key, clock_timestamp(),
    case when has_ended then 'cancellation' else 'refund' end,
    (select sum((l ->> 'total')::bigint) from jsonb_array_elements(wanted) l),
    (select sum((l ->> 'tax')::bigint) from jsonb_array_elements(wanted) l), wanted
  from next;
end $$;
