-- The search: one document per product that shoppers see, the words of these documents, and what staff set and people search.
-- docs/decisions has the record of the search, with its measurements.

-- One spelling for measures, so that 22 inch, 22 in. and 22" are one word: 22in. Fractions become decimals, written with the
-- character ٫ that belongs to words. "8 in. x 33 in." is followed by the word 8x33.
create function search_measures(raw text) returns text language plpgsql immutable strict parallel safe as $$
declare
  t text := lower(left(raw, 4000));
  fraction text[];
begin
  if t ~ '\m(half|two|three|four|five|six|eight|ten|twelve)[ -](inch|f(oo|ee)?t\M|yard|met|gal|lit|pound|ounce|kilo)' then
    t := replace(replace(replace(replace(replace(replace(replace(replace(replace(t, 'half ', '0.5 '), 'two ', '2 '), 'three ', '3 '), 'four ', '4 '),
      'five ', '5 '), 'six ', '6 '), 'eight ', '8 '), 'ten ', '10 '), 'twelve ', '12 ');
  end if;
  if t !~ '[0-9½¼¾⅓⅔⅛⅜⅝⅞]' then return t; end if;
  t := regexp_replace(t, '([½¼¾⅓⅔⅛⅜⅝⅞])', ' \1', 'g');
  t := translate(normalize(t, NFKC), '⁄×″”“′’', '/x"""''''');
  t := regexp_replace(t, '([0-9]),([0-9]{3})(?![0-9])', '\1\2', 'g');
  for fraction in
    select distinct regexp_matches(t, '(?<![0-9./,-])((?:([0-9]{1,3})[ -]+)?([0-9]{1,2})/(2|3|4|5|6|8|10|12|16|32|64))(?![0-9/])', 'g')
  loop
    continue when fraction[3]::integer >= fraction[4]::integer;
    t := regexp_replace(t, '(?<![0-9./,-])' || fraction[1] || '(?![0-9/])',
      trim_scale(round(coalesce(fraction[2], '0')::numeric + fraction[3]::numeric / fraction[4]::numeric, 3))::text, 'g');
  end loop;
  t := regexp_replace(t, '(?<![0-9a-z])\.([0-9])', '0.\1', 'g');
  t := regexp_replace(t, '(?<![0-9.])([0-9]+)[.,]([0-9]{1,4})(?![0-9.,])', '\1٫\2', 'g');
  t := regexp_replace(t, '(٫[0-9]*?)0+(?![0-9])', '\1', 'g');
  t := regexp_replace(t, '٫(?![0-9])', '', 'g');
  t := regexp_replace(t, '([0-9]) ?(?:"|'''')', '\1in ', 'g');
  t := regexp_replace(t, '([0-9]) ?''(?![a-z])', '\1ft ', 'g');
  t := regexp_replace(t, '\m(sq|cu)(?:uare|bic)?\.? ?-?(?:ft|feet|foot)\M\.?', '\1ft', 'g');
  t := regexp_replace(t, '([0-9])[ -]{0,2}(inch(?:es)?|in|f(?:oo|ee)?t|sqft|cuft|yards?|yd|mm|cm|m|met(?:er|re)s?|km|gal(?:lons?|s)?|qts?|quarts?|pints?|pt|'
    || '(?:fl\.? ?)?oz|(?:fluid )?ounces?|lbs?|pounds?|kg|kilo(?:gram)?s?|g|gm|grams?|ml|millilit(?:er|re)s?|l|lit(?:er|re)s?|w|watts?|kw|v|volts?|amps?|hp|btus?|'
    || 'gauge|ga|psi|cfm|gpm|gpf|lumens?|lm|degrees?|deg|packs?|pk|pcs?|pieces?|count|ct|gang|lights?|gb|tb|mah|ah|hz|mil|millimet(?:er|re)s?|centimet(?:er|re)s?)\M\.?', '\1\2', 'g');
  t := regexp_replace(t, '([0-9٫]+)([a-z]{0,12}) ?(?:x|by|\*) ?([0-9٫]+)([a-z]{0,12}) ?(?:x|by|\*) ?([0-9٫]+)([a-z]{0,12})\M',
    '\1\2 \3\4 \5\6 \1x\3x\5 \1×\3', 'g');
  t := regexp_replace(t, '(?<![x×0-9٫])([0-9٫]+)([a-wyz][a-z]{0,11})? ?(?:x|by|\*) ?([0-9٫]+)([a-wyz][a-z]{0,11})?(?![a-z0-9])', '\1\2 \3\4 \1×\3', 'g');
  return replace(t, '×', 'x');
end $$;

-- A word with the one abbreviation of its unit.
create function search_token(word text) returns text language sql immutable parallel safe
begin atomic
  select case when word !~ '^[0-9][0-9٫]*[a-z]{1,12}$' then left(word, 40) else
    rtrim(word, 'abcdefghijklmnopqrstuvwxyz') || case ltrim(word, '0123456789٫')
      when 'inch' then 'in' when 'inches' then 'in' when 'feet' then 'ft' when 'foot' then 'ft'
      when 'yard' then 'yd' when 'yards' then 'yd' when 'meter' then 'm' when 'meters' then 'm' when 'metre' then 'm' when 'metres' then 'm'
      when 'millimeter' then 'mm' when 'millimeters' then 'mm' when 'millimetre' then 'mm' when 'millimetres' then 'mm'
      when 'centimeter' then 'cm' when 'centimeters' then 'cm' when 'centimetre' then 'cm' when 'centimetres' then 'cm'
      when 'gallon' then 'gal' when 'gallons' then 'gal' when 'gals' then 'gal' when 'quart' then 'qt' when 'quarts' then 'qt' when 'qts' then 'qt'
      when 'pint' then 'pt' when 'pints' then 'pt' when 'floz' then 'oz' when 'ounce' then 'oz' when 'ounces' then 'oz'
      when 'lbs' then 'lb' when 'pound' then 'lb' when 'pounds' then 'lb' when 'kilo' then 'kg' when 'kilos' then 'kg'
      when 'kilogram' then 'kg' when 'kilograms' then 'kg' when 'gm' then 'g' when 'gram' then 'g' when 'grams' then 'g'
      when 'milliliter' then 'ml' when 'millilitre' then 'ml' when 'milliliters' then 'ml' when 'millilitres' then 'ml'
      when 'liter' then 'l' when 'litre' then 'l' when 'liters' then 'l' when 'litres' then 'l' when 'watt' then 'w' when 'watts' then 'w'
      when 'volt' then 'v' when 'volts' then 'v' when 'amp' then 'a' when 'amps' then 'a' when 'btus' then 'btu' when 'gauge' then 'ga'
      when 'lumen' then 'lm' when 'lumens' then 'lm' when 'degree' then 'deg' when 'degrees' then 'deg' when 'packs' then 'pk' when 'pack' then 'pk'
      when 'pc' then 'pcs' when 'piece' then 'pcs' when 'pieces' then 'pcs' when 'count' then 'ct' when 'lights' then 'light'
      else ltrim(word, '0123456789٫') end
    end;
end;

-- A text in the form in which names are compared.
create function search_text(raw text) returns text language sql immutable strict parallel safe
begin atomic
  select coalesce(string_agg(search_token(word), ' ' order by place), '')
  from string_to_table(search_key(search_measures(raw)), ' ') with ordinality w (word, place);
end;

-- The word that says what a product or a query is about: the last one before "with", "for" or "in".
create function search_head(measured text) returns text language sql immutable parallel safe
begin atomic
  select (regexp_match(search_key(coalesce(
    nullif(btrim(regexp_replace(measured, '(?: (?:with|w/|for|in|without|by|to|from|mit|ohne|f[uü]r|avec|pour|con|para|com|per) |w/|,|;| [-–—|] |[(\[]).*$', '')), ''), measured)),
    '([^0-9 ]+)(?: \S*[0-9]\S*)*$'))[1];
end;

-- Words that mean the same: a search for one of them finds the others too. words are as staff typed them, keys are in the form
-- in which texts are compared.
create table search_synonym (
  config_id integer not null references shop on delete cascade,
  id integer generated by default as identity,
  words text[] not null check (
    cardinality(words) between 2 and 20 and array_position(words, null) is null and array_position(words, '') is null),
  keys text[] not null generated always as (search_keys(words)) stored,
  primary key (config_id, id)
);
create index search_synonym_keys on search_synonym using gin (keys);

-- For one search text (q, as a search key): products that come first, and products that are left out. Deleted products are
-- skipped.
create table search_rule (
  config_id integer not null references shop on delete cascade,
  id integer generated by default as identity,
  q text not null check (length(q) between 1 and 200),
  pinned integer[] not null default '{}' check (cardinality(pinned) <= 20),
  hidden integer[] not null default '{}' check (cardinality(hidden) <= 100),
  primary key (config_id, id),
  unique (config_id, q),
  check (cardinality(pinned) + cardinality(hidden) > 0 and not pinned && hidden)
);

-- How often a text was searched for on a day of the shop, and how often one of its results was opened. No row says by whom.
create table search_count (
  config_id integer not null references shop on delete cascade,
  day date not null,
  q text not null check (length(q) between 1 and 200),
  searches integer not null default 0 check (searches >= 0),
  clicks integer not null default 0 check (clicks >= 0),
  -- How many products the text found when it was last counted.
  result_count integer not null check (result_count >= 0),
  primary key (config_id, day, q)
);
-- A daily job deletes old days of all shops.
create index search_count_day on search_count (day);

-- Which results were opened.
create table search_click (
  config_id integer not null,
  day date not null,
  q text not null,
  product_id integer not null,
  clicks integer not null check (clicks > 0),
  primary key (config_id, day, q, product_id),
  foreign key (config_id, day, q) references search_count on delete cascade,
  foreign key (config_id, product_id) references product on delete cascade
);
create index search_click_product on search_click (config_id, product_id);

-- lexemes: "1/mug" is a word in shop 1, "1n/mug" a word of a name, "1c/7" category 7, "1s/9" subcategory 9, "1=/htmug1" a SKU,
-- "1h/mug" the noun that a name is about.
-- The shop is part of each lexeme, so that a small shop does not read past a large one. Weights: A name, B category,
-- C options and specifications, D description.
create table search_document (
  config_id integer not null,
  product_id integer not null,
  name_key text collate "C" not null,
  in_stock boolean not null,
  lexemes tsvector not null,
  primary key (config_id, product_id),
  foreign key (config_id, product_id) references product on delete cascade
) with (fillfactor = 90);
create index search_document_name on search_document (config_id, name_key, product_id);
-- Without fastupdate, because each search would read the whole list of pending entries.
create index search_document_lexemes on search_document using gin (lexemes) with (fastupdate = off);
-- A sample of one in eight products. An index returns all that has a word, or nothing; for a word that a tenth of a large shop
-- has, the best thousand are taken from this sample.
create index search_document_sample on search_document using gin (lexemes) with (fastupdate = off) where product_id % 8 = 0;

-- The words that occur, and in how many documents and names their stem occurs. A job counts them now and then; until then a new
-- word has 1.
create table search_word (
  config_id integer not null references shop on delete cascade,
  word text collate "C" not null,
  stem text collate "C" not null,
  document_count integer not null default 1,
  name_count integer not null default 0,
  primary key (config_id, word)
);
create index search_word_stem on search_word (config_id, stem);
-- For one or two typed letters, only the commonest words are searched.
create index search_word_common on search_word (config_id, name_count desc, word) include (stem) where name_count > 0;
create index search_word_part on search_word using gin (word gin_trgm_ops);

-- Products whose documents are out of date. The transaction that changed them writes the documents when it ends, once however
-- often it changed them. A second change locks the row, so that the row is not removed before that change has ended.
create table search_index_queue (
  config_id integer not null,
  product_id integer not null,
  primary key (config_id, product_id)
);

create function queue_search_documents(shops integer[], product_ids integer[]) returns void language sql as $$
  insert into search_index_queue (config_id, product_id)
  select distinct config_id, product_id from unnest(shops, product_ids) as t (config_id, product_id) order by 1, 2
  on conflict (config_id, product_id) do update set product_id = excluded.product_id
$$;

create function write_search_documents(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  delete from search_document d using product p
  where (d.config_id, d.product_id) in (select * from unnest(shops, product_ids))
    and p.config_id = d.config_id and p.id = d.product_id and (p.deleted_at is not null or p.status <> 'live');
  with wanted as materialized (
    select p.*, search_measures(p.name) as name_text from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
    join product p on p.config_id = t.config_id and p.id = t.product_id and p.deleted_at is null and p.status = 'live'
  ), source as (
    select config_id, id, 'A' as weight, 0 as start, name_text as raw from wanted
    union all
    -- "T-shirt" is also found as one word.
    select config_id, id, 'A', 300, array_to_string(array(
      select regexp_replace(m[1], '[-‐‑–/_&.]', '', 'g') from regexp_matches(name_text, '([[:alnum:]]+(?:[-‐‑–/_&.][[:alnum:]]+)+)', 'g') m), ' ')
    from wanted
    union all
    select w.config_id, w.id, 'C', 1000, o.raw from wanted w cross join lateral (
      select search_measures(string_agg(distinct option.value, ' ')) as raw
      from variant v cross join jsonb_each_text(v.options) option
      where v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null) o
    union all
    select w.config_id, w.id, 'C', 2000, s.raw from wanted w cross join lateral (
      select search_measures(string_agg(description, ' ' order by position)) as raw
      from product_specification where config_id = w.config_id and product_id = w.id) s
    union all
    select config_id, id, 'D', 4000, search_measures(description) from wanted
  ), token as materialized (
    select s.config_id, s.id, s.weight, s.start + w.place as place, t.word
    from source s cross join lateral string_to_table(search_key(s.raw), ' ') with ordinality w (word, place)
    -- A measure is also found by its number.
    cross join lateral (
      select search_token(w.word) as word union all
      select rtrim(w.word, 'abcdefghijklmnopqrstuvwxyz') where w.word ~ '^[0-9][0-9٫]*[a-z]{1,12}$') t
    where w.word <> '' and w.place <= case s.weight when 'D' then 600 else 300 end
  ), stemmed as materialized (
    select word, search_stem(word) as stem, ts_lexize('pg_catalog.english_stem', word) = '{}' as stop
    from (select distinct word from token) words
  ), indexed_token as materialized (
    select t.*, s.stem from token t join stemmed s using (word) where t.weight = 'A' or not s.stop
  ), new_word as (
    insert into search_word as existing (config_id, word, stem, name_count)
    select * from (
      select config_id, word, min(stem), max(case weight when 'A' then 1 else 0 end) as name_count from indexed_token group by config_id, word
    ) s
    -- A known word is not even locked.
    where not exists (
      select from search_word k where k.config_id = s.config_id and k.word = s.word and (k.name_count > 0 or s.name_count = 0))
    order by config_id, word
    on conflict (config_id, word) do update set name_count = 1 where existing.name_count = 0 and excluded.name_count = 1
  ), lexeme as (
    select config_id, id, '''' || config_id || '/' || stem || ''':' || place || weight as text from indexed_token
    union all
    select config_id, id, '''' || config_id || 'h/' || search_stem(head) || ''''
    from wanted cross join search_head(name_text) head where head is not null
    union all
    select distinct config_id, id, '''' || config_id || 'n/' || stem || '''' from indexed_token where weight = 'A'
    union all
    select config_id, id, '''' || config_id || 'c/' || category_id || ''':900B' from wanted
    union all
    select config_id, id, '''' || config_id || 's/' || subcategory_id || ''':910B' from wanted where subcategory_id is not null
    union all
    select distinct w.config_id, w.id, '''' || w.config_id || '=/' || replace(search_key(v.sku), ' ', '') || ''''
    from wanted w join variant v on v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null and v.sku is not null
  ), written as (
    select config_id, id, string_agg(text, ' ')::tsvector as lexemes from lexeme group by config_id, id
  )
  insert into search_document as d (config_id, product_id, name_key, in_stock, lexemes)
  select w.config_id, w.id, search_text(w.name), w.in_stock, n.lexemes from wanted w join written n using (config_id, id)
  order by w.config_id, w.id
  on conflict (config_id, product_id) do update
    set (name_key, in_stock, lexemes) = (excluded.name_key, excluded.in_stock, excluded.lexemes)
    where (d.name_key, d.in_stock, d.lexemes) is distinct from (excluded.name_key, excluded.in_stock, excluded.lexemes);
end $$;

-- Writes the documents of at most so many queued products, and returns how many it wrote. It waits for nobody: a product that
-- an open transaction has changed stays in the queue.
create function index_queued_products(max_products integer) returns integer language plpgsql as $$
declare shops integer[]; ids integer[];
begin
  with claimed as (
    delete from search_index_queue where (config_id, product_id) in (
      select config_id, product_id from search_index_queue limit max_products for update skip locked)
    returning config_id, product_id
  )
  select array_agg(config_id), array_agg(product_id) into shops, ids from claimed;
  perform write_search_documents(shops, ids);
  return coalesce(cardinality(ids), 0);
end $$;

create function refresh_search_documents() returns trigger language plpgsql as $$
begin
  -- Once per transaction. A job writes what exceeds this number soon after, so that no commit takes long.
  if current_setting('search.indexed', true) is not distinct from pg_current_xact_id()::text then return null; end if;
  perform set_config('search.indexed', pg_current_xact_id()::text, true);
  perform index_queued_products(1000);
  return null;
end $$;
create constraint trigger search_index_queue_refresh_documents after insert on search_index_queue
  deferrable initially deferred for each row execute function refresh_search_documents();

create function queue_search_of_added_products() returns trigger language plpgsql as $$
begin
  perform queue_search_documents(array_agg(config_id), array_agg(id)) from after where status = 'live' having count(*) > 0;
  return null;
end $$;
create trigger product_queue_search_insert after insert on product
  referencing new table as after for each statement execute function queue_search_of_added_products();

-- in_stock is copied to the document directly, because it changes with sales and no text changes with it.
create function queue_search_of_changed_products() returns trigger language plpgsql as $$
begin
  perform queue_search_documents(array_agg(config_id), array_agg(id)) from (
    select config_id, id, name, description, status, category_id, subcategory_id, deleted_at from after
    except
    select config_id, id, name, description, status, category_id, subcategory_id, deleted_at from before
  ) changed having count(*) > 0;
  update search_document d set in_stock = changed.in_stock
  from (select config_id, id, in_stock from after except select config_id, id, in_stock from before) changed
  where d.config_id = changed.config_id and d.product_id = changed.id;
  return null;
end $$;
create trigger product_queue_search_update after update on product
  referencing old table as before new table as after for each statement execute function queue_search_of_changed_products();

create function queue_search_of_added_variants() returns trigger language plpgsql as $$
begin
  perform queue_search_documents(array_agg(config_id), array_agg(product_id)) from changed having count(*) > 0;
  return null;
end $$;
create trigger variant_queue_search_insert after insert on variant
  referencing new table as changed for each statement execute function queue_search_of_added_variants();

create function queue_search_of_changed_variants() returns trigger language plpgsql as $$
begin
  perform queue_search_documents(array_agg(config_id), array_agg(product_id)) from (
    select config_id, id, product_id, sku, options, retired_at from after
    except
    select config_id, id, product_id, sku, options, retired_at from before
  ) changed having count(*) > 0;
  return null;
end $$;
create trigger variant_queue_search_update after update on variant
  referencing old table as before new table as after for each statement execute function queue_search_of_changed_variants();

-- Counts the words of a shop from a share of its documents (in percent), and removes those that no document has.
create function count_search_words(shop integer, share real) returns void language plpgsql as $$
begin
  create temporary table counted on commit drop as
  select word as lexeme, ndoc from ts_stat(format(
    'select lexemes from search_document tablesample system (%s) where config_id = %s', share, shop));
  update search_word w set document_count = n.document_count, name_count = case when w.name_count = 0 and n.name_count = 0 then 0 else greatest(n.name_count, 1) end
  from (
    select k.word, coalesce(d.ndoc, 1) * 100 / share as document_count, coalesce(n.ndoc, 0) * 100 / share as name_count
    from search_word k
    left join counted d on d.lexeme = shop || '/' || k.stem
    left join counted n on n.lexeme = shop || 'n/' || k.stem
    where k.config_id = shop
  ) n
  where w.config_id = shop and w.word = n.word and (w.document_count, w.name_count) is distinct from (n.document_count::integer, n.name_count::integer);
  if share >= 100 then
    delete from search_word w where w.config_id = shop
      and not exists (select from counted where lexeme = shop || '/' || w.stem);
  end if;
  drop table counted;
end $$;

-- Where in the table some documents are that match a query. The two prefilters are wider queries that every match also meets,
-- made of the rarest words, or null. The index looks at each product that has one of the rarer words of a query. Of several
-- queries it follows the first, and looks for the next only where that one matches.
create function search_candidates(shop integer, max_candidates integer, query tsquery, first_prefilter tsquery, second_prefilter tsquery, in_sample boolean)
returns tid[] language plpgsql stable set enable_seqscan = off as $$
begin
  if in_sample then
    return array(
      select d.ctid from search_document d
      where d.lexemes @@ coalesce(first_prefilter, query) and d.lexemes @@ coalesce(second_prefilter, query) and d.lexemes @@ query
        and d.product_id % 8 = 0 and d.config_id = shop
      limit max_candidates);
  elsif first_prefilter is null then
    return array(select d.ctid from search_document d where d.lexemes @@ query and d.config_id = shop limit max_candidates);
  else
    return array(
      select d.ctid from search_document d
      where d.lexemes @@ first_prefilter and d.lexemes @@ second_prefilter and d.lexemes @@ query and d.config_id = shop
      limit max_candidates);
  end if;
end $$;

-- The best results of a cascade of queries, from the narrowest to the widest, run until there are max_results candidates. Options of
-- a query: in_sample searches the sample, and counts only if the sample has as many as are missing; is_exhaustive counts only if
-- it finds fewer than are missing, and is then complete; is_partial lacks words, and runs only while there are fewer than
-- min_results. With among, these products are ranked and no others.
-- The rank is the sum of the words' weights (the inverse document frequency), each times how well the document has the word: the
-- saturated, field-weighted frequency of the word itself (exact), of what it may stand for (alike), or of longer words that
-- contain it (parts). Boosts are added for neighbours and head nouns. Lists have an entry per word. Each product is read
-- once more by its place in the table, not by its key.
create function rank_search_results(shop integer, max_results integer, min_results integer, key text, cascade json, sku tsquery,
  exact tsquery[], alike tsquery[], parts tsquery[], weights real[], boosts tsquery[], boost_weights real[], among integer[])
returns table (product_id integer) language plpgsql stable
set enable_seqscan = off as $$
declare
  fields constant real[] := '{0.4, 0.5, 0.6, 1}';
  places tid[] := '{}';
  found tid[];
  enough integer := max_results;
  is_complete boolean := false;
  is_partial boolean := false;
  step record;
begin
  if among is not null then
    places := array(select d.ctid from search_document d where d.config_id = shop and d.product_id = any(among));
  elsif key <> '' then
    places := array(
      select d.ctid from search_document d
      where d.config_id = shop and d.name_key >= key and d.name_key < key || chr(1114111)
      order by d.name_key, d.product_id limit least(max_results, 200));
  end if;
  for step in
    select * from json_to_recordset(cascade)
      as t (query tsquery, first_prefilter tsquery, second_prefilter tsquery, in_sample boolean, is_exhaustive boolean, is_partial boolean)
    where among is null
  loop
    if step.is_partial and not is_partial then
      exit when cardinality(places) >= min_results;
      is_partial := true;
      enough := least(max_results, min_results);
    end if;
    continue when cardinality(places) >= enough or (is_complete and not is_partial);
    found := search_candidates(shop, (case when is_partial then 5 else 1 end) * enough + cardinality(places),
      step.query, step.first_prefilter, step.second_prefilter, step.in_sample is true);
    continue when step.is_exhaustive and cardinality(found) >= enough;
    found := array(select distinct place from unnest(places || found) place);
    continue when step.in_sample and cardinality(found) < enough;
    is_complete := is_complete or step.is_exhaustive is true;
    places := found;
  end loop;
  return query
    select scored.product_id from (
      select d.product_id, d.in_stock, d.name_key = key or d.lexemes @@ sku as is_named,
        (
          select sum(t.weight * case
            when d.lexemes @@ t.exact then least(0.75, (numnode(t.exact) + 1) / 2 * ts_rank(fields, d.lexemes, t.exact))
            when d.lexemes @@ t.alike then 0.8 * least(0.61, (numnode(t.alike) + 1) / 2 * ts_rank(fields, d.lexemes, t.alike))
            when d.lexemes @@ t.parts then 0.5 * least(0.61, (numnode(t.parts) + 1) / 2 * ts_rank(fields, d.lexemes, t.parts))
            else 0 end)
          from unnest(exact, alike, parts, weights) as t (exact, alike, parts, weight)
        )
        + (select coalesce(sum(case when d.lexemes @@ t.boost then t.weight else 0 end), 0)
          from unnest(boosts, boost_weights) as t (boost, weight))
        as points,
        length(d.name_key) - length(replace(d.name_key, ' ', '')) as spaces, d.name_key
      from search_document d where d.ctid = any(places)
    ) scored
    where among is null or points > 0
    order by is_named desc, points * (1 - 0.01 * least(25, spaces)) * (case when in_stock then 1 else 0.9 end)
      * (case
          when strpos(name_key, key) = 0 then 1
          when strpos(' ' || name_key || ' ', ' ' || key || ' ') > 0 then 1.2
          when starts_with(name_key, key) then 1.15
          when strpos(name_key, ' ' || key) > 0 then 1.1
          else 1.05
        end) desc, scored.product_id desc
    limit enough;
end $$;
