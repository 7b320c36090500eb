-- Searches of a million orders: an amount finds the newest orders at once, and a slip is looked for only where the rest fits.

-- squawk-ignore-file require-concurrent-index-creation
-- The shop is not serving while it migrates.
create index order_search_document_amount on order_search_document (config_id, total, order_id);
drop index order_search_document_total;

-- The most frequent words of search documents that match a regular expression for one slip, in documents that match the others
-- as well. It reads a sample of the matches, and only through the trigram index: the planner takes a misspelled word for a
-- frequent one.
create function words_with_slip(shop integer, documents text, pattern text, others text[]) returns setof text
language plpgsql stable set enable_seqscan = off as $$
begin
  return query execute format(
    'select word from (
      select trim(substring(text from $2)) as word from (
        select text from %I where config_id = $1 and text ~ $2 %s limit 200
      ) d
    ) w group by word order by count(*) desc, word limit 8',
    -- Each as a condition of its own, because the index answers no "all" of an array.
    documents, (select string_agg(format('and text ~ %L', other), ' ') from unnest(others) other))
  using shop, pattern;
end $$;
drop function words_with_slip(integer, text, text);
