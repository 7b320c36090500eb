-- A product is also found by the parts of its SKUs: "1-/017" is the end of a SKU after a separator. At most five
-- ends of a SKU are written. A part within the SKU is the beginning of an end.

create or replace function write_search_documents(shops integer[], product_ids integer[]) returns void language plpgsql as $$
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
      select search_measures(concat_ws(' ', nullif(w.brand, ''), string_agg(description, ' ' order by position))) as raw
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
    union all
    -- "HT-MUG-017" is also found by "mug017" and "017".
    select distinct w.config_id, w.id, '''' || w.config_id || '-/' || part || ''''
    from wanted w join variant v on v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null and v.sku is not null
    cross join lateral string_to_array(search_key(v.sku), ' ') parts
    cross join lateral generate_series(2, least(cardinality(parts), 6)) first
    cross join lateral array_to_string(parts[first:], '') part
    where length(part) > 2
    union all
    select distinct w.config_id, w.id, '''' || w.config_id || '=/' || v.barcode || ''''
    from wanted w join variant v on v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null and v.barcode is not null
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

-- A job writes the documents that exceed 1,000, soon after the start.
select queue_search_documents(array_agg(config_id), array_agg(product_id)) from (
  select distinct config_id, product_id from variant where retired_at is null and sku ~ '[^[:alnum:]]'
) parted having count(*) > 0;
