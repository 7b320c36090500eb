-- A text of several words is searched for by its rarest words first, a common one in an eighth of the shop, and several at once
-- where they are met by few; otherwise as in 028_search.sql.
drop function search_ranked(integer, integer, text, tsquery[], tsquery, tsquery, tsquery, tsquery, tsquery[], tsquery[], real[]);

-- An index gives all that has a word, or nothing: where a tenth of a large shop has it, a thousand are taken from this one.
create index search_document_eighth on search_document using gin (words) with (fastupdate = off) where product_id % 8 = 0;

-- Where some of the documents are that meet a query. lead, other_lead: two queries that are met wherever it is, or null. The
-- index takes one query with all its words at once, and looks at each product that has one of the rarer of them; of several
-- queries it follows the first, and looks for the next only where that is met.
create function search_places(shop integer, most integer, query tsquery, lead tsquery, other_lead tsquery, in_eighth boolean)
returns tid[] language plpgsql stable set enable_seqscan = off as $$
begin
  if in_eighth then
    return array(
      select d.ctid from search_document d
      where d.words @@ coalesce(lead, query) and d.words @@ coalesce(other_lead, query) and d.words @@ query
        and d.product_id % 8 = 0 and d.config_id = shop
      limit most);
  elsif lead is null then
    return array(select d.ctid from search_document d where d.words @@ query and d.config_id = shop limit most);
  else
    return array(
      select d.ctid from search_document d
      where d.words @@ lead and d.words @@ other_lead and d.words @@ query and d.config_id = shop
      limit most);
  end if;
end $$;

-- The best of what is found by the tiers, asked one after another until there are so many: at most "most" of them are looked at.
-- in_eighth: it counts only if an eighth of the shop has all that is still wanted. is_final: it counts only if it does not find
-- as many as are wanted, and then is all there is. is_wider: asked where fewer than 12 are found, for up to 100. bucket: how well the whole text is met. terms, parts
-- and weights have an entry for each word that is looked for. Each product is read once more by its place, not by its key, and
-- parts of a word are looked for only where the word itself is not.
create function search_ranked(shop integer, most integer, key text, tiers json, names tsquery, named tsquery,
  everywhere tsquery, sku tsquery, terms tsquery[], parts tsquery[], weights real[])
returns table (product_id integer, bucket integer, score real) language plpgsql stable
set enable_seqscan = off as $$
declare
  places tid[] := '{}';
  found tid[];
  enough integer := most;
  is_all boolean := false;
  is_wider boolean := false;
  tier record;
begin
  if key <> '' then
    places := array(
      select d.ctid from search_document d
      where d.config_id = shop and d.name_key >= key and d.name_key < key || chr(1114111)
      order by d.name_key, d.product_id limit least(most, 200));
  end if;
  for tier in
    select * from json_to_recordset(tiers)
      as t (query tsquery, lead tsquery, other_lead tsquery, in_eighth boolean, is_final boolean, is_wider boolean)
  loop
    if tier.is_wider and not is_wider then
      exit when cardinality(places) >= 12;
      is_wider := true;
      enough := least(most, 100);
    end if;
    continue when cardinality(places) >= enough or (is_all and not is_wider);
    found := search_places(shop, enough + cardinality(places), tier.query, tier.lead, tier.other_lead, tier.in_eighth is true);
    continue when tier.is_final and cardinality(found) >= enough;
    found := array(select distinct place from unnest(places || found) place);
    continue when tier.in_eighth and cardinality(found) < enough;
    is_all := is_all or tier.is_final is true;
    places := found;
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
          when strpos(d.name_key, key) = 0 then 1
          when strpos(' ' || d.name_key || ' ', ' ' || key || ' ') > 0 then 1.4
          when starts_with(d.name_key, key) then 1.3
          when strpos(d.name_key, ' ' || key) > 0 then 1.2
          else 1.1
        end)::real
    from search_document d
    where d.ctid = any(places)
    order by 2 desc, 3 desc, 1 desc
    limit enough;
end $$;
