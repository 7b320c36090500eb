-- What shoppers search: one document a product that they see, and the words that occur in them. See docs/decisions/027-search.md.

-- The form in which texts are compared: small letters without accents, words with one space between them. The body is bound
-- when it is written, so that a dump can be read back whatever the search path is.
create function search_key(raw text) returns text language sql immutable strict parallel safe
begin atomic
  select btrim(regexp_replace(
    replace(replace(replace(translate(lower(regexp_replace(normalize(left(raw, 4000), NFKD), '[\u0300-\u036f''\u2018\u2019\u02bc\u00ad]', '', 'g')),
      'øłđðı', 'olddi'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe6f\ufeff\U0001f000-\U0001ffff]+',
    ' ', 'g'));
end;

-- A word without its endings: "mugs" and "mug" are one, "shelves" and "shelf" too.
create function search_stem(word text) returns text language sql immutable strict parallel safe
begin atomic
  select coalesce((ts_lexize('pg_catalog.english_stem', said))[1], said)
  from (select case
    when word ~ '(shel|scar|loa|lea|hal|cal|thie|wol|hoo)ves$' then regexp_replace(word, 'ves$', 'f')
    when word ~ '(kni|li|wi)ves$' then regexp_replace(word, 'ves$', 'fe')
    when word ~ '^(wo)?men$' then regexp_replace(word, 'men$', 'man')
    when word = 'children' then 'child' when word = 'mice' then 'mouse' when word = 'feet' then 'foot'
    else left(word, 40) end as said) w;
end;

create function search_stems(raw text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array(select search_stem(word) from regexp_split_to_table(search_key(raw), ' ') word where word <> '');
end;

create function search_keys(raw text[]) returns text[] language sql immutable strict parallel safe
begin atomic
  select array(select search_key(word) from unnest(raw) word);
end;

-- Found by a word of their name; a product's document names them by their id, so that a new name is one row.
-- squawk-ignore adding-field-with-default
alter table category add column stems text[] not null generated always as (search_stems(name)) stored;
-- squawk-ignore adding-field-with-default
alter table subcategory add column stems text[] not null generated always as (search_stems(name)) stored;
-- squawk-ignore adding-field-with-default
alter table search_synonym add column keys text[] not null generated always as (search_keys(words)) stored;
create index search_synonym_keys on search_synonym using gin (keys);

-- words: "1/mug" the word in shop 1, "1n/mug" in a name, "1c/7" category 7, "1s/9" subcategory 9, "1=/htmug1" a SKU. The shop is
-- part of each, so that a small shop does not read past a large one. Weights: A name, B category, C options and
-- specifications, D description.
create table search_document (
  config_id integer not null,
  product_id integer not null,
  name_key text collate "C" not null,
  in_stock boolean not null,
  words tsvector not null,
  primary key (config_id, product_id),
  foreign key (config_id, product_id) references product on delete cascade
) with (fillfactor = 90);
create index search_document_name on search_document (config_id, name_key, product_id);
-- No list of what is pending: each search would read all of it.
create index search_document_words on search_document using gin (words) with (fastupdate = off);

-- What can be written of a word, and in how many documents and names its stem occurs: counted now and then, 1 until then.
create table search_word (
  config_id integer not null references shop on delete cascade,
  word text collate "C" not null,
  stem text collate "C" not null,
  documents integer not null default 1,
  named integer not null default 0,
  primary key (config_id, word)
);
create index search_word_stem on search_word (config_id, stem);
-- Of the commonest also those are found that have one or two letters somewhere in them.
create index search_word_common on search_word (config_id, named desc, word) include (stem) where named > 0;
create index search_word_part on search_word using gin (word gin_trgm_ops);

-- Products whose documents are due: written at the end of the transaction that has changed them, once, however often it has.
-- A second change locks the row, so that nobody takes it for done before that change has ended.
create table search_stale (
  config_id integer not null,
  product_id integer not null,
  primary key (config_id, product_id)
);

create function index_products(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  delete from search_document d using product p
  where (d.config_id, d.product_id) in (select * from unnest(shops, product_ids))
    and p.config_id = d.config_id and p.id = d.product_id and (p.deleted_at is not null or p.status <> 'live');
  with wanted as materialized (
    select p.* from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
    join product p on p.config_id = t.config_id and p.id = t.product_id and p.deleted_at is null and p.status = 'live'
  ), said as (
    select config_id, id, 'A' as weight, 0 as start, name as raw from wanted
    union all
    -- "T-shirt" is also found as one word.
    select config_id, id, 'A', 300, array_to_string(array(
      select regexp_replace(m[1], '[-‐‑–/_&.]', '', 'g') from regexp_matches(name, '([[:alnum:]]+(?:[-‐‑–/_&.][[:alnum:]]+)+)', 'g') m), ' ')
    from wanted
    union all
    select w.config_id, w.id, 'C', 1000, o.raw from wanted w cross join lateral (
      select string_agg(distinct option.value, ' ') as raw
      from variant v cross join jsonb_each_text(v.options) option
      where v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null) o
    union all
    select w.config_id, w.id, 'C', 2000, s.raw from wanted w cross join lateral (
      select string_agg(description, ' ' order by position) as raw
      from product_specification where config_id = w.config_id and product_id = w.id) s
    union all
    select config_id, id, 'D', 4000, description from wanted
  ), token as materialized (
    select s.config_id, s.id, s.weight, s.start + w.place as place, left(w.word, 40) as word
    from said s cross join lateral string_to_table(search_key(s.raw), ' ') with ordinality w (word, place)
    where w.word <> '' and w.place <= case s.weight when 'D' then 600 else 300 end
  ), stemmed as materialized (
    select word, search_stem(word) as stem, ts_lexize('pg_catalog.english_stem', word) = '{}' as stop
    from (select distinct word from token) words
  ), spoken as materialized (
    select t.*, s.stem from token t join stemmed s using (word) where t.weight = 'A' or not s.stop
  ), learnt as (
    insert into search_word as known (config_id, word, stem, named)
    select * from (
      select config_id, word, min(stem), max(case weight when 'A' then 1 else 0 end) as named from spoken group by config_id, word
    ) s
    -- One that is known is not even locked.
    where not exists (
      select from search_word k where k.config_id = s.config_id and k.word = s.word and (k.named > 0 or s.named = 0))
    order by config_id, word
    on conflict (config_id, word) do update set named = 1 where known.named = 0 and excluded.named = 1
  ), lexeme as (
    select config_id, id, '''' || config_id || '/' || stem || ''':' || place || weight as text from spoken
    union all
    select distinct config_id, id, '''' || config_id || 'n/' || stem || '''' from spoken where weight = 'A'
    union all
    select config_id, id, '''' || config_id || 'c/' || category_id || ''':900B' from wanted
    union all
    select config_id, id, '''' || config_id || 's/' || subcategory_id || ''':910B' from wanted where subcategory_id is not null
    union all
    select distinct w.config_id, w.id, '''' || w.config_id || '=/' || replace(search_key(v.sku), ' ', '') || ''''
    from wanted w join variant v on v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null and v.sku is not null
  ), written as (
    select config_id, id, string_agg(text, ' ')::tsvector as words from lexeme group by config_id, id
  )
  insert into search_document as d (config_id, product_id, name_key, in_stock, words)
  select w.config_id, w.id, search_key(w.name), w.in_stock, n.words from wanted w join written n using (config_id, id)
  order by w.config_id, w.id
  on conflict (config_id, product_id) do update
    set (name_key, in_stock, words) = (excluded.name_key, excluded.in_stock, excluded.words)
    where (d.name_key, d.in_stock, d.words) is distinct from (excluded.name_key, excluded.in_stock, excluded.words);
end $$;

-- Writes documents that are due, at most so many; answers how many it was. Who has changed one of them and has not ended yet is
-- waited for by nobody: that document stays due.
create function index_due(most integer) returns integer language plpgsql as $$
declare shops integer[]; ids integer[];
begin
  with taken as (
    delete from search_stale where (config_id, product_id) in (
      select config_id, product_id from search_stale limit most for update skip locked)
    returning *
  )
  select array_agg(config_id), array_agg(product_id) into shops, ids from taken;
  perform index_products(shops, ids);
  return coalesce(cardinality(ids), 0);
end $$;

create function index_stale() returns trigger language plpgsql as $$
begin
  -- Once a transaction. What is beyond this number is written soon after, by the clock, so that no commit takes long.
  if current_setting('search.indexed', true) is not distinct from pg_current_xact_id()::text then return null; end if;
  perform set_config('search.indexed', pg_current_xact_id()::text, true);
  perform index_due(1000);
  return null;
end $$;
create constraint trigger search_stale_indexes after insert on search_stale
  deferrable initially deferred for each row execute function index_stale();

create function product_searched() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into search_stale select config_id, id from after where status = 'live' order by 1, 2 on conflict (config_id, product_id) do update set product_id = excluded.product_id;
    return null;
  end if;
  insert into search_stale
  select config_id, id from (
    select config_id, id, name, description, status, category_id, subcategory_id, deleted_at from after
    except
    select config_id, id, name, description, status, category_id, subcategory_id, deleted_at from before
  ) changed order by 1, 2 on conflict (config_id, product_id) do update set product_id = excluded.product_id;
  update search_document d set in_stock = changed.in_stock
  from (select config_id, id, in_stock from after except select config_id, id, in_stock from before) changed
  where d.config_id = changed.config_id and d.product_id = changed.id;
  return null;
end $$;
create trigger product_insert_searched after insert on product
  referencing new table as after for each statement execute function product_searched();
create trigger product_update_searched after update on product
  referencing old table as before new table as after for each statement execute function product_searched();

create function product_words_changed() returns trigger language plpgsql as $$
begin
  insert into search_stale select distinct config_id, product_id from changed order by 1, 2 on conflict (config_id, product_id) do update set product_id = excluded.product_id;
  return null;
end $$;
create trigger product_specification_insert_searched after insert on product_specification
  referencing new table as changed for each statement execute function product_words_changed();
create trigger product_specification_update_searched after update on product_specification
  referencing new table as changed for each statement execute function product_words_changed();
create trigger product_specification_delete_searched after delete on product_specification
  referencing old table as changed for each statement execute function product_words_changed();
create trigger variant_insert_searched after insert on variant
  referencing new table as changed for each statement execute function product_words_changed();

create function variant_searched() returns trigger language plpgsql as $$
begin
  insert into search_stale
  select distinct config_id, product_id from (
    select config_id, id, product_id, sku, options, retired_at from after
    except
    select config_id, id, product_id, sku, options, retired_at from before
  ) changed order by 1, 2 on conflict (config_id, product_id) do update set product_id = excluded.product_id;
  return null;
end $$;
create trigger variant_update_searched after update on variant
  referencing old table as before new table as after for each statement execute function variant_searched();

select index_products(array_agg(config_id), array_agg(id)) from product having count(*) > 0;

-- Counts the words of a shop anew, from a share of its documents, and forgets those that no document has. share: percent.
create function count_words(shop integer, share real) returns void language plpgsql as $$
begin
  create temporary table counted on commit drop as
  select word as lexeme, ndoc from ts_stat(format(
    'select words from search_document tablesample system (%s) where config_id = %s', share, shop));
  update search_word w set documents = n.documents, named = case when w.named = 0 and n.named = 0 then 0 else greatest(n.named, 1) end
  from (
    select k.word, coalesce(d.ndoc, 1) * 100 / share as documents, coalesce(n.ndoc, 0) * 100 / share as named
    from search_word k
    left join counted d on d.lexeme = shop || '/' || k.stem
    left join counted n on n.lexeme = shop || 'n/' || k.stem
    where k.config_id = shop
  ) n
  where w.config_id = shop and w.word = n.word and (w.documents, w.named) is distinct from (n.documents::integer, n.named::integer);
  if share >= 100 then
    delete from search_word w where w.config_id = shop
      and not exists (select from counted where lexeme = shop || '/' || w.stem);
  end if;
  drop table counted;
end $$;

-- The best of what meets the tiers, which go from the narrowest to the widest: at most "most" of them are looked at. bucket: how
-- well the whole text is met. terms, parts and weights have an entry for each word that is looked for. Each product is read once
-- more by its place, not by its key, and parts of a word are looked for only where the word itself is not.
create function search_ranked(shop integer, most integer, key text, tiers tsquery[], names tsquery, named tsquery,
  everywhere tsquery, sku tsquery, terms tsquery[], parts tsquery[], weights real[])
returns table (product_id integer, bucket integer, score real) language plpgsql stable
set enable_seqscan = off as $$
declare places tid[] := '{}';
begin
  if key <> '' then
    places := array(
      select d.ctid from search_document d
      where d.config_id = shop and d.name_key >= key and d.name_key < key || chr(1114111)
      order by d.name_key, d.product_id limit least(most, 200));
  end if;
  for i in 1 .. cardinality(tiers) loop
    exit when cardinality(places) >= most;
    places := places || array(
      select d.ctid from search_document d
      where d.words @@ tiers[i] and d.config_id = shop and (i = 1 or not d.words @@ tiers[i - 1])
      limit most);
  end loop;
  return query
    select d.product_id,
      case
        when d.name_key = key or d.words @@ sku then 5
        when d.words @@ names then 4
        when d.words @@ named then 3
        when d.words @@ everywhere then 2
        else 1
      end * 2 + (case when d.in_stock then 1 else 0 end),
      (
        select sum(t.weight * case
          when d.words @@ t.term then (numnode(t.term) + 1) / 2 * ts_rank('{0.1, 0.3, 0.4, 1}', d.words, t.term)
          when d.words @@ t.part then 0.5 * least(0.61, (numnode(t.part) + 1) / 2 * ts_rank('{0.1, 0.3, 0.4, 1}', d.words, t.part))
          else 0 end)
        from unnest(terms, parts, weights) as t (term, part, weight)
      )::real
      * (1 - 0.01 * least(20, length(d.name_key) - length(replace(d.name_key, ' ', ''))))::real
      * (case
          when strpos(' ' || d.name_key || ' ', ' ' || key || ' ') > 0 then 1.4
          when starts_with(d.name_key, key) then 1.3
          when strpos(d.name_key, ' ' || key) > 0 then 1.2
          when strpos(d.name_key, key) > 0 then 1.1
          else 1
        end)::real
    from search_document d
    where d.ctid = any(places)
    order by 2 desc, 3 desc, 1 desc
    limit most;
end $$;
