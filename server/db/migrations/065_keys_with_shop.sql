-- Every unique key and every foreign key of a shop's table holds the shop, so that tables can be split by shop.
-- The secret or the id stays the first column: the version before looks rows up without the shop.

-- The large tables first: building an index stops only their writers, and everything below takes no time.
create unique index stock_movement_key on stock_movement (id, config_id);
create unique index audit_entry_key on audit_entry (id, config_id);
create unique index email_token_key on email_token (token_hash, config_id);
create unique index shopper_share on shopper (share_token, config_id);
create unique index session_key on session (token_hash, config_id);
create unique index invitation_token on invitation (token_hash, config_id);
create unique index invitation_copied_token on invitation (copied_token_hash, config_id);
create unique index api_key_key on api_key (token_hash, config_id);

alter table stock_movement drop constraint stock_movement_pkey,
  add constraint stock_movement_pkey primary key using index stock_movement_key;
alter table audit_entry drop constraint audit_entry_undoes_fkey;
alter table audit_entry drop constraint audit_entry_pkey,
  add constraint audit_entry_pkey primary key using index audit_entry_key;
-- Not valid, so that the table is not read: the key of before held for every row.
alter table audit_entry add constraint audit_entry_config_id_undoes_fkey
  foreign key (config_id, undoes) references audit_entry (config_id, id) not valid;
alter table email_token drop constraint email_token_pkey,
  add constraint email_token_pkey primary key using index email_token_key;
alter table session drop constraint session_pkey,
  add constraint session_pkey primary key using index session_key;
alter table api_key drop constraint api_key_pkey,
  add constraint api_key_pkey primary key using index api_key_key;
alter table shopper drop constraint shopper_share_token_key;
alter table invitation drop constraint invitation_token_hash_key, drop constraint invitation_copied_token_hash_key;
-- shopper_visitor_hash_key stays for now: the version before names it in an "on conflict". Beside a second key, that would fail
-- when two calls of a new visitor come at the same time.

-- Search reads a document by its place in the table. The shop says in which table, where each group of shops has its own.
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
    where d.config_id = shop and d.ctid = any(places)
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
    join search_document d on d.config_id = shop and d.ctid = p.place
    cross join lateral (
      select p.points + coalesce(sum(case when d.lexemes @@ l.lexeme then l.weight else 0 end), 0) as points
      from unnest(learned.lexemes, learned.weights) as l (lexeme, weight)
    ) f
    where among is null or (f.points > 0 and p.place = any(asked))
    order by p.is_named desc, f.points desc, d.product_id desc
    limit enough;
end $$;

create or replace function learn_from_search_results(shop integer, places tid[], points real[], asked tsquery[],
  out lexemes tsquery[], out weights real[], out words tsquery, out in_sample boolean)
language plpgsql stable set enable_seqscan = off as $$
declare
  best real := (select max(p) from unnest(points) p);
  visible integer := (select sum(delta) from facet_count where config_id = shop and facet = 0);
begin
  with result as materialized (
    select d.lexemes, (p.points / nullif(best, 0)) ^ 10 as share from unnest(places, points) as p (place, points) join search_document d on d.config_id = shop and d.ctid = p.place
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
