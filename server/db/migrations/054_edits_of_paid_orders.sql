-- Paid orders can be edited. What is added is paid by a further payment; what a lower total leaves over is refunded.

-- The part of `refunded` that a lower total left over. The total no longer has it, so it is neither a refunded sale nor credited.
alter table shop_order add column excess_refunded money_total not null default 0;
-- Not valid, so that the table is not read: every row has 0.
alter table shop_order add constraint order_excess_within_refunded check (excess_refunded <= refunded) not valid;
alter table refund add column is_excess boolean not null default false;
alter table refund add constraint refund_excess_is_counted check (not is_excess or currency is null) not valid;

-- A refund of several payments splits a line: its units belong to the first part, and later parts have money alone.
alter table refund_line drop constraint refund_line_quantity_check;
alter table refund_line add constraint refund_line_quantity_check check (quantity >= 0) not valid;

-- An order may be paid in parts, but never beyond its total.
drop index payment_paid_once;

create function require_payment_due() returns trigger language plpgsql as $$
begin
  if new.paid - new.excess_refunded > new.total then
    raise exception 'Order % is paid already', new.serial using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger shop_order_require_payment_due before update of paid on shop_order
  for each row when (new.paid > old.paid) execute function require_payment_due();

-- What an edit has changed, before and after it, so that it can be shown and undone.
create table order_revision (
  config_id integer not null,
  id integer generated always as identity,
  order_id integer not null,
  event_id bigint not null,
  at timestamptz not null default now(),
  before jsonb not null,
  after jsonb not null,
  -- What was paid and not sent back at the time, in minor units.
  settled money_total not null,
  undone_at timestamptz,
  primary key (config_id, id),
  foreign key (config_id, order_id) references shop_order (config_id, id),
  foreign key (config_id, event_id) references order_event (config_id, id)
);
create index order_revision_order on order_revision (config_id, order_id, id);
create index order_revision_event on order_revision (config_id, event_id);

-- As before, without the refunds of what a lower total left over.
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
      and not r.is_excess
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
