-- One search document per order and per customer account: everything that staff find it by, in one normal form. Triggers write
-- it, because many statements of several modules change its sources. A job writes the documents of rows that exist already.
-- squawk-ignore-file ban-drop-column, adding-foreign-key-constraint

-- Lower case without accents, as `foldText` of platform/record-search.
create function fold_search_text(raw text) returns text language sql immutable parallel safe
  return lower(regexp_replace(normalize(raw, NFKD), '[\u0300-\u036f]', '', 'g'));

-- The digits of a phone number as people dial them within its country, without leading zeros. Only a number with its country
-- code loses that code. `nationalDigits` of the contract is the same.
create function national_phone_digits(raw text) returns text language sql immutable parallel safe
  return (
    select ltrim(case when main ~ '^[\s(]*(\+|00)'
      then regexp_replace(ltrim(digits, '0'),
        '^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|2[1-689]\d|3[578]\d|42\d|5[09]\d|6[7-9]\d|8[035789]\d|9[679]\d)', '')
      else digits end, '0')
    from (
      select main, regexp_replace(main, '\D', '', 'g') as digits
      from (select regexp_replace(
        translate(normalize(raw, NFKC), '०१२३४५६७८९০১২৩৪৫৬৭৮৯٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '0123456789012345678901234567890123456789'),
        '[[:alpha:]#;,].*$', '') as main) m
    ) d);

create table order_search_document (
  config_id integer not null,
  order_id integer not null,
  -- Words, each between spaces: order numbers, people, email, phone, towns, postal codes, products, SKUs, tracking numbers.
  text text not null,
  -- In minor units, because an amount is typed in several ways.
  total bigint not null,
  primary key (config_id, order_id),
  foreign key (config_id, order_id) references shop_order on delete cascade
);
create index order_search_document_text on order_search_document using gin (text gin_trgm_ops);
create index order_search_document_total on order_search_document (config_id, total);

create table customer_search_document (
  config_id integer not null,
  user_id integer not null,
  -- As above: name, email, phones, towns and postal codes.
  text text not null,
  primary key (config_id, user_id),
  foreign key (config_id, user_id) references app_user on delete cascade
);
create index customer_search_document_text on customer_search_document using gin (text gin_trgm_ops);

-- Ids up to here have no document yet. A job works through them, the newest first, and removes the row at the end.
create table search_document_backlog (
  config_id integer not null references shop on delete cascade,
  kind text not null check (kind in ('order', 'customer')),
  up_to integer not null,
  primary key (config_id, kind)
);

-- Without `overwrites` it only adds missing documents: what a trigger has written since is newer.
create function write_order_search_documents(shops integer[], orders integer[], overwrites boolean) returns void
language sql as $$
  insert into order_search_document as d (config_id, order_id, text, total)
  select o.config_id, o.id, ' ' || fold_search_text(concat_ws(' ',
    o.serial, serial_key(o.serial), o.number, replace(o.number, '-', ''), o.email, translate(o.email, '@._+-', '     '),
    national_phone_digits(o.phone),
    o.shipping_address ->> 'fullName', o.shipping_address ->> 'city', o.shipping_address ->> 'pincode',
    replace(o.shipping_address ->> 'pincode', ' ', ''),
    b.billing ->> 'fullName', b.billing ->> 'city', b.billing ->> 'pincode', replace(b.billing ->> 'pincode', ' ', ''),
    l.words, s.words)) || ' ', o.total
  from (select distinct * from unnest(shops, orders) as t (config_id, id)) t
  join shop_order o using (config_id, id)
  cross join lateral (
    select case when o.billing_address::jsonb <> o.shipping_address::jsonb then o.billing_address::jsonb end as billing
  ) b
  cross join lateral (
    select string_agg(concat_ws(' ', name, nullif(sku, '')), ' ' order by position) as words
    from order_line where config_id = o.config_id and order_id = o.id
  ) l
  cross join lateral (
    select string_agg(concat_ws(' ', tracking, regexp_replace(tracking, '[^[:alnum:]]', '', 'g')), ' ' order by id) as words
    from shipment where config_id = o.config_id and order_id = o.id and tracking <> ''
  ) s
  -- Always in one order, so that two transactions with many orders cannot wait for each other.
  order by o.config_id, o.id
  on conflict (config_id, order_id) do update set text = excluded.text, total = excluded.total
    where overwrites and (d.text, d.total) is distinct from (excluded.text, excluded.total);
$$;

create function write_customer_search_documents(shops integer[], users integer[], overwrites boolean) returns void
language sql as $$
  insert into customer_search_document as d (config_id, user_id, text)
  select u.config_id, u.id, ' ' || fold_search_text(concat_ws(' ',
    u.full_name, u.email, translate(u.email, '@._+-', '     '), a.words)) || ' '
  from (select distinct * from unnest(shops, users) as t (config_id, id)) t
  join app_user u using (config_id, id)
  cross join lateral (
    select string_agg(concat_ws(' ', full_name, national_phone_digits(phone), city, pincode, replace(pincode, ' ', '')), ' '
      order by id) as words
    from address where config_id = u.config_id and user_id = u.id
  ) a
  order by u.config_id, u.id
  on conflict (config_id, user_id) do update set text = excluded.text
    where overwrites and d.text is distinct from excluded.text;
$$;

create function write_search_of_added_orders() returns trigger language plpgsql as $$
begin
  perform write_order_search_documents(array_agg(config_id), array_agg(id), true) from added having count(*) > 0;
  return null;
end $$;
create trigger shop_order_write_search_insert after insert on shop_order
  referencing new table as added for each statement execute function write_search_of_added_orders();

create function write_search_of_changed_order() returns trigger language plpgsql as $$
begin
  perform write_order_search_documents(array[new.config_id], array[new.id], true);
  return null;
end $$;
create trigger shop_order_write_search_update
  after update of serial, email, phone, shipping_address, billing_address, total on shop_order
  for each row when ((old.serial, old.email, old.phone, old.shipping_address::jsonb, old.billing_address::jsonb, old.total)
    is distinct from (new.serial, new.email, new.phone, new.shipping_address::jsonb, new.billing_address::jsonb, new.total))
  execute function write_search_of_changed_order();

-- For lines and shipments.
create function write_search_of_order_parts() returns trigger language plpgsql as $$
begin
  perform write_order_search_documents(array_agg(config_id), array_agg(order_id), true) from changed having count(*) > 0;
  return null;
end $$;
create function write_search_of_changed_order_part() returns trigger language plpgsql as $$
begin
  perform write_order_search_documents(array[new.config_id], array[new.order_id], true);
  return null;
end $$;
create trigger order_line_write_search_insert after insert on order_line
  referencing new table as changed for each statement execute function write_search_of_order_parts();
create trigger order_line_write_search_delete after delete on order_line
  referencing old table as changed for each statement execute function write_search_of_order_parts();
create trigger order_line_write_search_update after update of name, sku on order_line
  for each row when ((old.name, old.sku) is distinct from (new.name, new.sku))
  execute function write_search_of_changed_order_part();
create trigger shipment_write_search_insert after insert on shipment
  referencing new table as changed for each statement execute function write_search_of_order_parts();
create trigger shipment_write_search_delete after delete on shipment
  referencing old table as changed for each statement execute function write_search_of_order_parts();
create trigger shipment_write_search_update after update of tracking on shipment
  for each row when (old.tracking is distinct from new.tracking) execute function write_search_of_changed_order_part();

create function write_search_of_user() returns trigger language plpgsql as $$
begin
  perform write_customer_search_documents(array[new.config_id], array[new.id], true);
  return null;
end $$;
create trigger app_user_write_search_insert after insert on app_user
  for each row execute function write_search_of_user();
create trigger app_user_write_search_update after update of full_name, email on app_user
  for each row when ((old.full_name, old.email) is distinct from (new.full_name, new.email))
  execute function write_search_of_user();

create function write_search_of_addresses() returns trigger language plpgsql as $$
begin
  perform write_customer_search_documents(array_agg(config_id), array_agg(user_id), true) from changed having count(*) > 0;
  return null;
end $$;
create trigger address_write_search_insert after insert on address
  referencing new table as changed for each statement execute function write_search_of_addresses();
create trigger address_write_search_update after update on address
  referencing new table as changed for each statement execute function write_search_of_addresses();
create trigger address_write_search_delete after delete on address
  referencing old table as changed for each statement execute function write_search_of_addresses();

-- Writes up to `batch` missing documents and returns how many records it looked at; 0: none is missing.
create function write_search_backlog(batch integer) returns integer language plpgsql as $$
declare
  next search_document_backlog;
  ids integer[];
begin
  select * into next from search_document_backlog order by kind desc, config_id limit 1 for update;
  if not found then
    return 0;
  end if;
  if next.kind = 'order' then
    ids := array(select id from shop_order where config_id = next.config_id and id <= next.up_to order by id desc limit batch);
    perform write_order_search_documents(array_fill(next.config_id, array[cardinality(ids)]), ids, false);
  else
    ids := array(select id from app_user where config_id = next.config_id and id <= next.up_to order by id desc limit batch);
    perform write_customer_search_documents(array_fill(next.config_id, array[cardinality(ids)]), ids, false);
  end if;
  if cardinality(ids) < batch then
    delete from search_document_backlog where config_id = next.config_id and kind = next.kind;
  else
    update search_document_backlog set up_to = ids[cardinality(ids)] - 1
    where config_id = next.config_id and kind = next.kind;
  end if;
  -- A shop without records left has been looked at as well.
  return greatest(1, cardinality(ids));
end $$;

-- The most frequent words of search documents that match a regular expression for one slip. It reads a sample of the matches,
-- and only through the trigram index: the planner takes a misspelled word for a frequent one.
create function words_with_slip(shop integer, documents text, pattern text) returns setof text
language plpgsql stable set enable_seqscan = off as $$
begin
  return query execute format(
    'select word from (
      select trim(substring(text from $2)) as word from (
        select text from %I where config_id = $1 and text ~ $2 limit 200
      ) d
    ) w group by word order by count(*) desc, word limit 8', documents)
  using shop, pattern;
end $$;

insert into search_document_backlog (config_id, kind, up_to)
  select config_id, 'order', max(id) from shop_order group by config_id
  union all
  select config_id, 'customer', max(id) from app_user group by config_id;

-- The old texts, and the indexes that contained them.
alter table shop_order drop column search_text_prefix;
alter table shop_order drop column search_text;
alter table app_user drop column search_text;
create index shop_order_newest on shop_order (config_id, placed_at desc, id desc) include (status, payment_method);
create index shop_order_total on shop_order (config_id, total, id) include (status, payment_method, placed_at);

create or replace function assign_order_serial() returns trigger language plpgsql as $$
begin
  if new.serial = '' then
    new.serial := next_order_serial(new.config_id);
  end if;
  return new;
end $$;
