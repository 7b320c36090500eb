-- The search analyses texts by the language of the shop. Functions take the language as a parameter, so that they stay immutable.
-- Decision record 068 has the reasons, the sources of the rules and the measurements.

-- The language of a locale, if the search knows it; others are analysed as English.
create function search_language(locale text) returns text language sql immutable strict parallel safe
begin atomic
  select case when left(locale, 2) in ('de', 'fr', 'es', 'pt', 'it', 'nl', 'hi') then left(locale, 2) else 'en' end;
end;

-- As before, and for Devanagari: no nukta, no joiners, one sign for nasal vowels, and for a nasal before a stop of its class.
create or replace function search_key(raw text) returns text language sql immutable strict parallel safe
begin atomic
  select btrim(regexp_replace(regexp_replace(
    replace(replace(replace(translate(lower(regexp_replace(normalize(left(raw, 4000), NFKD), '[\u0300-\u036f\u093c\u200b-\u200d''\u2018\u2019\u02bc\u00ad]', '', 'g')),
      'øłđðıँ', 'olddiं'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
    '[ङञणनम]्(?=[क-घच-झट-ढत-धप-भ])', 'ं', 'g'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u060c\u061b\u061f\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe00-\ufe6f\ufeff\U0001f000-\U0001ffff]+',
    ' ', 'g'));
end;

-- As before, without the articles that French and Italian join to a word: "d'eau", "dell'acqua".
create function search_measures(raw text, language text) returns text language sql immutable strict parallel safe
begin atomic
  select search_measures(case language
    when 'fr' then regexp_replace(raw, '\m(?:[ldjmtsnc]|(?:jus|lors|puis|quel)?qu)[''’ʼ](?=[[:alpha:]])', '', 'gi')
    when 'it' then regexp_replace(raw, '\m(?:[ldcsmtv]|un|(?:d|n|s|qu)?[aeu]ll|bell|sant)[''’ʼ](?=[[:alpha:]])', '', 'gi')
    else raw end);
end;

-- Words that say nothing about a product, in the form of search_key. They are indexed in names alone.
create function is_search_stop_word(word text, language text) returns boolean language plpgsql immutable strict parallel safe as $$
begin
  if language in ('en', 'hi') and ts_lexize('pg_catalog.english_stem', word) = '{}' then return true; end if;
  return word = any(case language
    when 'de' then '{der,die,das,den,dem,des,ein,eine,einen,einem,einer,eines,und,oder,mit,ohne,fur,fuer,von,vom,zu,zum,zur,im,in,am,an,auf,aus,bei,beim,nach,uber,unter,bis,als,auch,ist,sind}'::text[]
    when 'fr' then '{le,la,les,l,un,une,des,du,de,d,et,ou,a,au,aux,avec,sans,pour,par,sur,dans,en,ce,cette,ces,est,qui,que}'
    when 'es' then '{el,la,los,las,un,una,unos,unas,y,e,o,de,del,al,a,con,sin,para,por,en,su,sus,que,es}'
    when 'pt' then '{o,a,os,as,um,uma,uns,umas,e,ou,de,do,da,dos,das,em,no,na,nos,nas,com,sem,para,por,ao,aos,que}'
    when 'it' then '{il,lo,la,i,gli,le,l,un,uno,una,e,o,di,d,del,dello,della,dei,degli,delle,a,al,allo,alla,ai,agli,alle,da,dal,dalla,in,nel,nella,con,senza,per,su,sul,sulla,che}'
    when 'nl' then '{de,het,een,en,of,van,voor,met,zonder,in,op,aan,uit,bij,te,tot,om,als,is}'
    when 'hi' then '{का,की,के,को,में,से,और,या,है,हैं,पर,एक,यह,इस,लिए,ka,ki,ke,ko,mein,aur,liye}'
    else '{}' end);
end $$;

-- A word without its ending: "mugs" and "mug" have one stem. Snowball expects accents, which
-- search_key has removed, so that endings with accents are made alike before.
create function search_stem(word text, language text) returns text language plpgsql immutable strict parallel safe as $$
declare w text := left(word, 40);
begin
  case
  when language = 'de' then
    return coalesce((ts_lexize('pg_catalog.german_stem', w))[1], w);
  when language = 'fr' then
    w := regexp_replace(regexp_replace(w, 'ees?$', 'e'), '^(blan|fran)ches?$', '\1c');
    w := regexp_replace(regexp_replace(w, '(yau|[bcdfghjklmnp]ou|^(?:j|f|li|nev|chev)eu)x$', '\1'), '([a-z]{3}[aoiu]|er)s$', '\1');
    return coalesce((ts_lexize('pg_catalog.french_stem', w))[1], w);
  when language = 'es' then
    w := regexp_replace(regexp_replace(regexp_replace(w, '([au])cion$', '\1ción'), 'enes$', 'en'), 'z$', 'c');
    return translate(coalesce((ts_lexize('pg_catalog.spanish_stem', w))[1], w), 'ó', 'o');
  when language = 'pt' then
    if length(w) > 3 then
      w := regexp_replace(regexp_replace(regexp_replace(w, '[oa]es$', 'ao'), '^(.?.[aeo])s$|(ao)s$', '\1\2'), 'ns$', 'm');
      w := regexp_replace(regexp_replace(w, '([aeou])is$', '\1l'), '([rsz])es$', '\1');
    end if;
    return coalesce((ts_lexize('pg_catalog.portuguese_stem', w))[1], w);
  when language = 'it' then
    w := regexp_replace(w, '(ier(?=[aeio]$)|an(?=[io]$)).$', '\1');
    return coalesce((ts_lexize('pg_catalog.italian_stem', w))[1], w);
  when language = 'nl' then
    -- Diminutives: "lepeltje", "boompje", "balletje", "potje".
    w := regexp_replace(regexp_replace(regexp_replace(w, 'ens$', 'en'), '([lmnr])[sz]en$', '\1s'), '^kinder(en)?$', 'kind');
    if length(w) > 4 then
      w := regexp_replace(regexp_replace(w, '([bdfgklmnprst])\1etjes?$', '\1'), '(?:(?<=m)p|(?<=[aeiou].*e[lnr])t)?jes?$', '');
    end if;
    w := coalesce((ts_lexize('pg_catalog.dutch_stem', w))[1], w);
    return regexp_replace(left(w, -1) || translate(right(w, 1), 'vz', 'fs'), '([bdfgklmnprst])\1$', '\1');
  when language = 'hi' and w ~ '[\u0900-\u097f]' then
    return coalesce((ts_lexize('pg_catalog.hindi_stem', w))[1], w);
  else
    w := case
      when w ~ '(shel|scar|loa|lea|hal|cal|thie|wol|hoo)ves$' then regexp_replace(w, 'ves$', 'f')
      when w ~ '(kni|li|wi)ves$' then regexp_replace(w, 'ves$', 'fe')
      when w ~ '^(wo)?men$' then regexp_replace(w, 'men$', 'man')
      when w = 'children' then 'child' when w = 'mice' then 'mouse' when w = 'feet' then 'foot'
      else w end;
    return coalesce((ts_lexize('pg_catalog.english_stem', w))[1], w);
  end case;
end $$;

-- A word with the one abbreviation of its unit; in German, "Kaese" is written like "Käse".
create function search_token(word text, language text) returns text language plpgsql immutable parallel safe as $$
begin
  return case when word !~ '^[0-9][0-9٫]*[a-z]{1,12}$' then
      case when language = 'de' then regexp_replace(left(word, 40), '(?<![aeq])([aou])e(?=[bcdfghjklmnpqrtvwxzu]|s[^$])', '\1', 'g') else left(word, 40) end else
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
end $$;

-- How a Hindi word sounds, whether it is written in Devanagari or in Latin letters: "साड़ी", "saree" and "sari" have one sound.
-- Devanagari becomes Latin by the Hunterian system, the table of which is in T. Pedersen, "Transliteration of Hindi, Marathi and
-- Nepali" (2005), beside ISO 15919. Shoppers write neither its long marks nor all vowels "a", so that the sound has none of them.
create function search_hindi_sound(word text) returns text language plpgsql immutable strict parallel safe as $$
declare t text := left(word, 40);
begin
  if t ~ '[\u0900-\u097f]' then
    t := regexp_replace(t, '(?<=[क-ह])(?:ें|ों)$', '');
    -- The vowel "a" that a consonant has without a sign.
    t := regexp_replace(t, '([क-ह])(?![ा-्])', '\1a', 'g');
    t := translate(t, 'अआाॅइईिीउऊुूएऐेैओऔोौऑॉंकगङचछजञटडणतदनपफबमयरलळवशषसह्ःऽ', 'aaaaiiiiuuuueeeeoooooonkgnccjntdntdnpfbmyrllvsssh');
    t := replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(t,
      'ख', 'kh'), 'घ', 'gh'), 'झ', 'jh'), 'ठ', 'th'), 'ढ', 'dh'), 'थ', 'th'), 'ध', 'dh'), 'भ', 'bh'), 'ऋ', 'ri'), 'ृ', 'ri');
  elsif t !~ '^[a-z]{2,}$' then
    return null;
  else
    t := regexp_replace(regexp_replace(replace(replace(replace(t, 'x', 'ks'), 'ck', 'k'), 'q', 'k'), 'c(?!h)', 'k', 'g'), 'ch+', 'c', 'g');
    t := replace(replace(replace(t, 'ph', 'f'), 'sh', 's'), 'oo', 'u');
    t := regexp_replace(translate(t, 'wz', 'vj'), 'ee|ie', 'i', 'g');
    t := regexp_replace(regexp_replace(t, 'ai(?=[b-df-hj-np-tv-xz])', 'e', 'g'), 'au|ou', 'o', 'g');
  end if;
  -- Plurals: "साड़ियाँ", "sariyan", "kapde".
  t := regexp_replace(regexp_replace(t, 'i?(?:ya+|yo)n$', 'i'), '(...)e$|([a-z]{3}[aeiou])s$', '\1\2');
  t := regexp_replace(regexp_replace(t, '(.)\1+', '\1', 'g'), '(?<=h)e|e(?=h)', '', 'g');
  t := left(t, 1) || replace(translate(substr(t, 2), 'dya', 'ri'), 'ii', 'i');
  t := regexp_replace(t, 'n(?=[pb])', 'm', 'g');
  return case when length(t) > 1 then t end;
end $$;

create function search_stems(raw text, language text) returns text[] language sql immutable strict parallel safe
begin atomic
  select array(select search_stem(search_token(word, language), language) from regexp_split_to_table(search_key(raw), ' ') word where word <> '');
end;

-- A text in the form in which names are compared.
create function search_text(raw text, language text) returns text language plpgsql immutable strict parallel safe as $$
begin
  return (select coalesce(string_agg(search_token(word, language), ' ' order by place), '')
    from string_to_table(search_key(search_measures(raw, language)), ' ') with ordinality w (word, place));
end $$;

-- The word that says what a product or a query is about: the last one before "with", "for" or "in"; in Romance languages the first.
create function search_head(measured text, language text) returns text language sql immutable parallel safe
begin atomic
  select case when language in ('fr', 'es', 'pt', 'it') then (
    select word from string_to_table(search_key(measured), ' ') with ordinality w (word, place)
    where word ~ '^[^0-9]+$' and not is_search_stop_word(word, language) order by place limit 1)
  else (regexp_match(search_key(coalesce(nullif(btrim(regexp_replace(
    case language when 'hi' then regexp_replace(measured, '\S+ के लिए', ' ', 'g') else measured end,
    case when language in ('de', 'nl') then '(?: (?:mit|ohne|f[uü]e?r|aus|von|zum|zur|met|zonder|voor|van|uit|in|with|for) |,|;| [-–—|] |[(\[]).*$'
    else '(?: (?:with|w/|for|in|without|by|to|from|mit|ohne|f[uü]r|avec|pour|con|para|com|per) |w/|,|;| [-–—|] |[(\[]).*$' end, '')), ''), measured)),
    '([^0-9 ]+)(?: \S*[0-9]\S*)*$'))[1] end;
end;

-- The words that sound alike in Devanagari and in Latin letters; null outside India.
alter table search_word add column sound text collate "C";
create index search_word_hindi_sound on search_word (config_id, sound) where sound is not null;

-- As before, in the language of the shop.
create or replace function write_search_documents(shops integer[], product_ids integer[]) returns void language plpgsql as $$
begin
  delete from search_document d using product p
  where (d.config_id, d.product_id) in (select * from unnest(shops, product_ids))
    and p.config_id = d.config_id and p.id = d.product_id and (p.deleted_at is not null or p.status <> 'live');
  with wanted as materialized (
    select p.*, l.language, s.locale like '%-IN' as has_sounds, search_measures(p.name, l.language) as name_text
    from (select distinct * from unnest(shops, product_ids) as t (config_id, product_id)) t
    join shop s using (config_id) cross join search_language(s.locale) l (language)
    join product p on p.config_id = t.config_id and p.id = t.product_id and p.deleted_at is null and p.status = 'live'
  ), source as (
    select config_id, id, language, 'A' as weight, 0 as start, name_text as raw from wanted
    union all
    -- "T-shirt" is also found as one word.
    select config_id, id, language, 'A', 300, array_to_string(array(
      select regexp_replace(m[1], '[-‐‑–/_&.]', '', 'g') from regexp_matches(name_text, '([[:alnum:]]+(?:[-‐‑–/_&.][[:alnum:]]+)+)', 'g') m), ' ')
    from wanted
    union all
    select w.config_id, w.id, w.language, 'C', 1000, o.raw from wanted w cross join lateral (
      select search_measures(string_agg(distinct option.value, ' '), w.language) as raw
      from variant v cross join jsonb_each_text(v.options) option
      where v.config_id = w.config_id and v.product_id = w.id and v.retired_at is null) o
    union all
    select w.config_id, w.id, w.language, 'C', 2000, s.raw from wanted w cross join lateral (
      select search_measures(concat_ws(' ', nullif(w.brand, ''), string_agg(description, ' ' order by position)), w.language) as raw
      from product_specification where config_id = w.config_id and product_id = w.id) s
    union all
    select config_id, id, language, 'D', 4000, search_measures(description, language) from wanted
  ), token as materialized (
    select s.config_id, s.id, s.language, s.weight, s.start + w.place as place, t.word
    from source s cross join lateral string_to_table(search_key(s.raw), ' ') with ordinality w (word, place)
    -- A measure is also found by its number.
    cross join lateral (
      select search_token(w.word, s.language) as word union all
      select rtrim(w.word, 'abcdefghijklmnopqrstuvwxyz') where w.word ~ '^[0-9][0-9٫]*[a-z]{1,12}$') t
    where w.word <> '' and w.place <= case s.weight when 'D' then 600 else 300 end
  ), stemmed as materialized (
    select language, word, search_stem(word, language) as stem, is_search_stop_word(word, language) as stop
    from (select distinct language, word from token) words
  ), indexed_token as materialized (
    select t.*, s.stem from token t join stemmed s using (language, word) where t.weight = 'A' or not s.stop
  ), new_word as (
    insert into search_word as existing (config_id, word, stem, sound, name_count)
    select config_id, word, stem, case when has_sounds then search_hindi_sound(word) end, name_count from (
      select config_id, word, min(stem) as stem, max(case weight when 'A' then 1 else 0 end) as name_count from indexed_token group by config_id, word
    ) s join (select distinct config_id, has_sounds from wanted) w using (config_id)
    -- A known word is not even locked.
    where not exists (
      select from search_word k where k.config_id = s.config_id and k.word = s.word and (k.name_count > 0 or s.name_count = 0))
    order by config_id, word
    on conflict (config_id, word) do update set name_count = 1 where existing.name_count = 0 and excluded.name_count = 1
  ), lexeme as (
    select config_id, id, '''' || config_id || '/' || stem || ''':' || place || weight as text from indexed_token
    union all
    select config_id, id, '''' || config_id || 'h/' || search_stem(search_token(head, language), language) || ''''
    from wanted cross join search_head(name_text, language) head where head is not null
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
  select w.config_id, w.id, search_text(w.name, w.language), w.in_stock, n.lexemes from wanted w join written n using (config_id, id)
  order by w.config_id, w.id
  on conflict (config_id, product_id) do update
    set (name_key, in_stock, lexemes) = (excluded.name_key, excluded.in_stock, excluded.lexemes)
    where (d.name_key, d.in_stock, d.lexemes) is distinct from (excluded.name_key, excluded.in_stock, excluded.lexemes);
end $$;

-- The stems of categories follow the name and the language, so that a trigger writes them.
alter table category alter column stems drop expression, alter column stems set default '{}';
alter table subcategory alter column stems drop expression, alter column stems set default '{}';

create function stem_category_name() returns trigger language plpgsql as $$
begin
  new.stems := search_stems(new.name, (select search_language(locale) from shop where config_id = new.config_id));
  return new;
end $$;
create trigger category_stem_name before insert or update of name on category for each row execute function stem_category_name();
create trigger subcategory_stem_name before insert or update of name on subcategory for each row execute function stem_category_name();

-- Another language: the words get other stems at once, and a job writes the documents again.
create function change_search_language(shop integer) returns void language plpgsql as $$
declare
  own_locale text := (select locale from shop s where s.config_id = shop);
  language text := search_language(own_locale);
begin
  update category c set stems = search_stems(c.name, language) where c.config_id = shop;
  update subcategory c set stems = search_stems(c.name, language) where c.config_id = shop;
  update search_word w set stem = s.stem, sound = s.sound from (
    select word, search_stem(word, language) as stem, case when own_locale like '%-IN' then search_hindi_sound(word) end as sound
    from search_word where config_id = shop) s
  where w.config_id = shop and w.word = s.word and (w.stem, w.sound) is distinct from (s.stem, s.sound);
  perform queue_search_documents(array_agg(p.config_id), array_agg(p.id)) from product p
  where p.config_id = shop and p.status = 'live' and p.deleted_at is null having count(*) > 0;
end $$;

create function change_search_language_of_shop() returns trigger language plpgsql as $$
begin
  perform change_search_language(new.config_id);
  return null;
end $$;
create trigger shop_change_search_language after update of locale on shop for each row
  when (search_language(old.locale) <> search_language(new.locale) or (old.locale like '%-IN') <> (new.locale like '%-IN'))
  execute function change_search_language_of_shop();

drop function search_stems(text);
drop function search_stem(text);
drop function search_text(text);
drop function search_head(text);
drop function search_token(text);

-- Languages that were analysed as English.
select change_search_language(config_id) from shop where search_language(locale) <> 'en';
-- Texts in Devanagari, and the sounds of words in Indian shops.
update search_synonym set words = words where array_to_string(words, ' ') ~ '[\u0900-\u097f]';
update search_word w set sound = search_hindi_sound(w.word) from shop s where s.config_id = w.config_id and s.locale = 'en-IN';
select queue_search_documents(array_agg(config_id), array_agg(id)) from product
where status = 'live' and deleted_at is null and name || description ~ '[\u0900-\u097f]' having count(*) > 0;
