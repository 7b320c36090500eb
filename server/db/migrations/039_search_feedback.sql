-- The ranking learns from its own first results: words and category that the best five have in common also rank the others,
-- and find products that the words of the query miss. docs/decisions/066 has the measurements.

-- Words that sound alike have the same sound, much as in Soundex, but of the whole word: "capuchino" and "cappuccino" are 2125.
create function search_sound(word text) returns text language sql immutable strict parallel safe
begin atomic
  select regexp_replace(translate(word, 'bpfvcgjkqsxzdtlmnraeiouyhw', '111122222222334556'), '(.)\1+', '\1', 'g');
end;
create index search_word_sound on search_word (config_id, search_sound(word)) where name_count > 0;

-- Lexemes that the first results of a search have in common, with the points that a product gets for each: at most eight words of
-- names that the query lacks, and the categories (relevance feedback without a user).
-- words finds products that have one of these words.
create function learn_from_search_results(shop integer, places tid[], points real[], asked tsquery[],
  out lexemes tsquery[], out weights real[], out words tsquery, out in_sample boolean)
language plpgsql stable set enable_seqscan = off as $$
declare
  best real := (select max(p) from unnest(points) p);
  visible integer := (select sum(delta) from facet_count where config_id = shop and facet = 0);
begin
  with result as materialized (
    select d.lexemes, (p.points / nullif(best, 0)) ^ 10 as share from unnest(places, points) as p (place, points) join search_document d on d.ctid = p.place
  ), lexeme as materialized (
    select l.lexeme, split_part(l.lexeme, '/', 1) as kind, substr(l.lexeme, strpos(l.lexeme, '/') + 1) as text,
      sum(r.share) / (select sum(share) from result) as share
    from result r cross join lateral unnest(tsvector_to_array(r.lexemes)) l (lexeme)
    where starts_with(l.lexeme, shop || 'n/') or starts_with(l.lexeme, shop || 'c/')
    group by l.lexeme
  ), word as materialized (
    select l.lexeme, l.share * ln(1 + visible::real / k.name_count) as weight, k.name_count
    from lexeme l cross join lateral (
      select max(w.name_count) as name_count from search_word w where w.config_id = shop and w.stem = l.text) k
    where l.kind = shop || 'n' and l.text !~ '^[0-9]' and k.name_count > 1
      and not array_to_tsvector(array[shop || '/' || l.text, l.lexeme]) @@ any(asked)
    order by weight desc, l.lexeme limit 8
  ), weighted as (
    select lexeme, 0.3 * best * weight / sum(weight) over () as weight from word
    union all
    select lexeme, 0.4 * best * share from lexeme where kind = shop || 'c'
  )
  select array_agg(quote_literal(w.lexeme)::tsquery), array_agg(w.weight),
    (select string_agg(quote_literal(lexeme), '|')::tsquery from word), (select sum(name_count) > 4000 from word)
  into lexemes, weights, words, in_sample from weighted w;
end $$;

-- The best results of a cascade of queries, from the narrowest to the widest, run until there are max_results candidates. Options of
-- a query: in_sample searches the sample, and counts only if the sample has as many as are missing; is_exhaustive counts only if
-- it finds fewer than are missing, and is then complete; is_partial lacks words, and runs only while there are fewer than
-- min_results. With among, these products are ranked as among all others, and no others are returned.
-- A product's points are the sum of the words' weights (the inverse document frequency), each times how well the document has the
-- word: the saturated, field-weighted frequency of the word itself (exact), of what it may stand for (alike), or of longer words
-- that contain it (parts). Boosts are added for neighbours and head nouns. Lists have an entry per word. The points
-- are multiplied by the square root of the share of the weight that the product has. Each product is read by its place in the
-- table, not by its key.
create or replace function rank_search_results(shop integer, max_results integer, min_results integer, key text, cascade json, sku tsquery,
  exact tsquery[], alike tsquery[], parts tsquery[], weights real[], boosts tsquery[], boost_weights real[], among integer[])
returns table (product_id integer) language plpgsql stable
set enable_seqscan = off as $$
declare
  fields constant real[] := '{0.4, 0.5, 0.6, 1}';
  places tid[] := '{}';
  found tid[];
  asked tid[] := '{}';
  points real[];
  named boolean[];
  enough integer := max_results;
  is_complete boolean := false;
  is_partial boolean := false;
  step record;
  learned record;
begin
  if key <> '' then
    places := array(
      select d.ctid from search_document d
      where d.config_id = shop and d.name_key >= key and d.name_key < key || chr(1114111)
      order by d.name_key, d.product_id limit least(max_results, 200));
  end if;
  for step in
    select * from json_to_recordset(cascade)
      as t (query tsquery, first_prefilter tsquery, second_prefilter tsquery, in_sample boolean, is_exhaustive boolean, is_partial boolean)
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
  if among is not null then
    asked := array(select d.ctid from search_document d where d.config_id = shop and d.product_id = any(among));
    places := array(select distinct place from unnest(places || asked) place);
  end if;
  select coalesce(array_agg(r.place order by r.is_named desc, r.points desc, r.product_id desc), '{}'),
    array_agg(r.points order by r.is_named desc, r.points desc, r.product_id desc),
    array_agg(r.is_named order by r.is_named desc, r.points desc, r.product_id desc)
  into places, points, named
  from (
    select d.ctid as place, d.product_id, d.name_key = key or d.lexemes @@ sku as is_named,
      ((t.points + (
          select coalesce(sum(case when d.lexemes @@ b.boost then b.weight else 0 end), 0)
          from unnest(boosts, boost_weights) as b (boost, weight)))
        * sqrt(greatest(0.05, t.covered))
        * (1 - 0.01 * least(25, length(d.name_key) - length(replace(d.name_key, ' ', '')))) * (case when d.in_stock then 1 else 0.9 end)
        * (case
            when strpos(d.name_key, key) = 0 then 1
            when strpos(' ' || d.name_key || ' ', ' ' || key || ' ') > 0 then 1.2
            when starts_with(d.name_key, key) then 1.15
            when strpos(d.name_key, ' ' || key) > 0 then 1.1
            else 1.05
          end))::real as points
    from search_document d cross join lateral (
      select coalesce(sum(u.weight * case
          when d.lexemes @@ u.exact then least(0.75, (numnode(u.exact) + 1) / 2 * ts_rank(fields, d.lexemes, u.exact))
          when d.lexemes @@ u.alike then 0.8 * least(0.61, (numnode(u.alike) + 1) / 2 * ts_rank(fields, d.lexemes, u.alike))
          when d.lexemes @@ u.parts then 0.5 * least(0.61, (numnode(u.parts) + 1) / 2 * ts_rank(fields, d.lexemes, u.parts))
          else 0 end), 0) as points,
        coalesce(sum(u.weight * case when d.lexemes @@ u.exact then 1::real when d.lexemes @@ u.alike then 0.8::real when d.lexemes @@ u.parts then 0.5::real end), 0)
          / greatest(0.001::real, sum(u.weight)) as covered
      from unnest(exact, alike, parts, weights) as u (exact, alike, parts, weight)
    ) t
    where d.ctid = any(places)
    -- So that the points are computed once.
    offset 0
  ) r;
  learned := learn_from_search_results(shop, places[:5], points[:5], exact || alike);
  if is_partial and cardinality(weights) > 1 and among is null and learned.words is not null then
    found := array(select place from unnest(search_candidates(shop, 2 * min_results, learned.words, null, null, learned.in_sample)) place
      where place <> all(places));
    places := places || found;
  end if;
  return query
    select d.product_id
    from (
      select p.place, coalesce(p.points, 0) as points, coalesce(p.is_named, false) as is_named
      from unnest(places, points, named) as p (place, points, is_named)
    ) p
    join search_document d on d.ctid = p.place
    cross join lateral (
      select p.points + coalesce(sum(case when d.lexemes @@ l.lexeme then l.weight else 0 end), 0) as points
      from unnest(learned.lexemes, learned.weights) as l (lexeme, weight)
    ) f
    where among is null or (f.points > 0 and p.place = any(asked))
    order by p.is_named desc, f.points desc, d.product_id desc
    limit enough;
end $$;
