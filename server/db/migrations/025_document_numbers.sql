-- squawk-ignore-file adding-field-with-default, constraint-missing-not-valid, renaming-column
-- Invoices and credit notes are numbered in series of their own: what stands before the digits. The pattern of the next
-- document is a setting, so one shop can have several series. Issued documents keep their numbers.

alter table invoice_counter rename column year to series;
alter table invoice rename column year to series;
alter table credit_note_counter rename column year to series;
alter table credit_note rename column year to series;
alter table invoice_counter drop constraint invoice_counter_year_check;
alter table credit_note_counter drop constraint credit_note_counter_year_check;

alter table invoice disable trigger invoice_require_append_only;
alter table credit_note disable trigger credit_note_require_append_only;
update invoice_counter set series = series || '/';
update invoice set series = series || '/';
update credit_note_counter set series = 'CN/' || series || '/';
update credit_note set series = 'CN/' || series || '/';
alter table invoice enable trigger invoice_require_append_only;
alter table credit_note enable trigger credit_note_require_append_only;

-- What a document prints. lpad cuts off longer texts, so the width grows with the number.
create function document_number(series text, sequence integer, digits integer) returns text
language sql immutable parallel safe
return series || lpad(sequence::text, greatest(digits, length(sequence::text)), '0');

-- A series ends with a hyphen or a slash, so series and sequence of a number are certain.
alter table invoice
  add constraint invoice_series_check check (series ~ '^([0-9A-Za-z][0-9A-Za-z/-]*[/-])?$'),
  add column digits smallint not null default 6 check (digits between 1 and 10),
  add column number text generated always as (document_number(series, sequence, digits)) stored;
alter table credit_note
  add constraint credit_note_series_check check (series ~ '^([0-9A-Za-z][0-9A-Za-z/-]*[/-])?$'),
  add column digits smallint not null default 6 check (digits between 1 and 10),
  add column number text generated always as (document_number(series, sequence, digits)) stored;
create unique index invoice_number on invoice (config_id, upper(number));
create unique index credit_note_number on credit_note (config_id, upper(number));

-- The pattern of a country. contract/orders/document-number.ts has the same rules for the preview.
create function default_number_pattern(kind text, country text) returns jsonb language sql immutable parallel safe
return case
  when country = 'IN' then jsonb_build_object(
    'prefix', case kind when 'invoice' then '' else 'CN/' end, 'year_from', 4,
    -- The law of India allows 16 characters.
    'digits', case kind when 'invoice' then 6 else 5 end)
  else jsonb_build_object('prefix', case kind when 'invoice' then 'INV-' else 'CN-' end, 'year_from', 1, 'digits', 6)
end;

-- The series of a document of a shop at a moment, and the width of its numbers. kind: invoice or credit_note.
create function document_series(shop_id integer, kind text, moment timestamptz, out series text, out digits integer)
language plpgsql stable as $$
declare
  pattern jsonb;
  year_from integer;
  first_day timestamp;
begin
  select coalesce(
    (select nullif(s.value, 'null') from setting s
      where s.config_id = shop_id and s.key = 'invoice.' || kind || '_pattern'),
    default_number_pattern(kind, coalesce(
      (select s.value #>> '{}' from setting s where s.config_id = shop_id and s.key = 'tax.country'), 'IN'))
  ) into pattern;
  year_from := (pattern ->> 'year_from')::integer;
  digits := (pattern ->> 'digits')::integer;
  -- Counted back to its first month, a day lies in the year in which its financial year begins.
  select (moment at time zone s.time_zone) - make_interval(months => coalesce(year_from, 1) - 1) into first_day
  from shop s where s.config_id = shop_id;
  series := (pattern ->> 'prefix') || case
    when year_from is null then ''
    when year_from = 1 then to_char(first_day, 'YYYY-')
    else to_char(first_day, 'YYYY-') || to_char(first_day + interval '1 year', 'YY/') end;
end $$;

-- As before, in the series that the settings ask for.
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
