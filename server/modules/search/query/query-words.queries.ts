import { sql, type RawBuilder } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { learnsFromClicks } from '../signal/learning.ts'
import type { ProductSignal } from '../signal/signal.rules.ts'
import type { Language } from './language.ts'
import type { Segment } from './query-segments.ts'

/** A word of the search text with what the shop's vocabulary knows about it. */
export interface QueryWord {
  /** Index of its segment, and its position within the segment. */
  segment: number
  position: number
  word: string
  stem: string
  /** In which the shop's texts are analysed. */
  language: Language
  isStopWord: boolean
  /** The noun that the query is about. */
  isHead: boolean
  /** For the size 8x33: its numbers, which products may have apart. */
  components: string[][]
  /** How many documents contain its stem. */
  documentCount: number
  /** Stems of other words in product names that start with it, and that contain it; the most frequent first. */
  prefixMatches: KnownStem[]
  infixMatches: KnownStem[]
  /** Stems of other words that sound the same in Devanagari or in Latin letters. */
  sameSounds: KnownStem[]
  /** Ids of those with the word in their name. */
  categories: number[]
  subcategories: number[]
}

/** A stem, and how many product names contain it. */
export interface KnownStem {
  stem: string
  nameCount: number
}

const MAX_WORDS = 12
const MAX_EXPANSIONS = 100
/** Infixes of a two-letter word are looked up only among this many frequent words. */
const MAX_FREQUENT_WORDS = 1000
const DEVANAGARI = '[\u0900-\u097f]'

/**
 * Looks up each word of a search text. Words of one or two letters have partial matches only at the end of the text, where
 * the shopper may still be typing.
 */
export async function lookUpWords(
  db: Database,
  shopId: number,
  segments: readonly Segment[],
): Promise<QueryWord[]> {
  const texts = segments.map(({ text }) => text)
  const words = sql`(select word, stem, name_count from search_word where config_id = ${shopId} and name_count > 0)`
  const frequent = sql`(
    select word, stem, name_count from search_word where config_id = ${shopId} and name_count > 0 order by name_count desc limit ${sql.lit(MAX_FREQUENT_WORDS)})`
  const sounding = sql`(select word, stem, name_count, sound from search_word where config_id = ${shopId} and sound is not null)`
  // Beside other words, a measure is no part of other numbers.
  const isMeasure = sql`(a.word ~ '^[0-9٫]{1,3}([a-z]{1,5}|x[0-9x٫]+)?$' and a.words > 1)`
  const { rows } = await prepared(
    'look_up_search_words',
    sql<QueryWord>`
    with text as materialized (
      select search_measures(text, language) as measured, segment, language
      -- Not unnest, whose length the planner knows only for one call, so that it would plan each call again.
      from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) with ordinality s (text, segment)
      cross join (select search_language(locale) as language from shop where config_id = ${shopId}) shop
    ), segment as materialized (
      -- Materialized, because these functions take longer than the rest of the query.
      select measured, segment, language, search_head(measured, language) as head from text
    ), query as materialized (
      select segment - 1 as segment, position, t.word, s.language, stem, w.word = s.head as is_head,
        -- A compound may contain the stem alone: "Schläuche" finds "Gartenschlauch".
        case when s.language in ('de', 'nl') and length(stem) > 2 and starts_with(t.word, stem) then stem else t.word end as part,
        count(*) over () as words,
        segment = ${texts.length} and position = max(position) over (partition by segment) as is_last
      from segment s
      cross join lateral regexp_split_to_table(search_key(s.measured), ' ') with ordinality w (word, position)
      cross join lateral search_token(w.word, s.language) t (word)
      cross join lateral search_stem(t.word, s.language) stem
      where w.word <> ''
      order by segment, position limit ${sql.lit(MAX_WORDS)}
    )
    select a.segment::int, a.position::int, a.word, a.stem, a.language,
      is_search_stop_word(a.word, a.language) as "isStopWord", coalesce(a.is_head, false) as "isHead", '[]'::json as components,
      coalesce((select max(k.document_count) from search_word k where k.config_id = ${shopId} and k.stem = a.stem), 0) as "documentCount",
      case when (length(a.word) > 2 or a.is_last) and not ${isMeasure}
        then ${expansions(words, sql`k.word > a.part and k.word < a.part || chr(1114111)`)} else '[]' end as "prefixMatches",
      case when ${isMeasure} then '[]' when length(a.word) > 2 then ${expansions(words, sql`k.word like '_%' || a.part || '%'`)}
        when a.is_last then ${expansions(frequent, sql`strpos(k.word, a.word) > 1`)} else '[]' end as "infixMatches",
      ${expansions(sounding, sql`k.sound = search_hindi_sound(a.word) and (a.language = 'hi' or a.word ~ ${sql.lit(DEVANAGARI)} or k.word ~ ${sql.lit(DEVANAGARI)})`)} as "sameSounds",
      array(select c.id from category c where c.config_id = ${shopId} and a.stem = any(c.stems)) as categories,
      array(select c.id from subcategory c where c.config_id = ${shopId} and a.stem = any(c.stems)) as subcategories
    from query a order by a.segment, a.position`,
  ).execute(db)
  return rows
}

/** The stems of the most frequent words `k` that meet a condition with the query word `a`. */
function expansions(words: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object('stem', stem, 'nameCount', name_count) order by name_count desc, stem), '[]') from (
      select k.stem, max(k.name_count) as name_count from ${words} k
      where k.stem <> a.stem and ${condition} group by k.stem order by 2 desc, 1 limit ${sql.lit(MAX_EXPANSIONS)}
    ) stems)`
}

/** How many products shoppers see. */
export async function countVisibleProducts(db: Database, shopId: number): Promise<number> {
  const { rows } = await prepared(
    'count_shown_products',
    sql<{ total: number }>`
    select coalesce(sum(delta), 0)::int as total from facet_count
    where config_id = ${shopId} and facet = 0`,
  ).execute(db)
  return rows[0]?.total ?? 0
}

/** What a shop knows about a search text: synonyms of its words, pinned and hidden products, and the signal of clicks. */
export interface StaffRules {
  /** A run of words, and the stems of each of its synonyms. */
  synonyms: { key: string; others: string[][] }[]
  pinned: number[]
  hidden: number[]
  /** Empty if the shop does not learn from clicks. */
  signal: ProductSignal[]
}

/** `runs` are sequences of words of the text, `key` is the whole text, all in the form of `searchKey`. */
export async function findStaffRules(
  db: Database,
  shopId: number,
  { runs, key }: { runs: readonly string[]; key: string },
): Promise<StaffRules> {
  const { rows } = await prepared(
    'find_staff_search_rules',
    sql<StaffRules>`
    select coalesce((
        select json_agg(json_build_object('key', run, 'others', (
          select json_agg(search_stems(other, search_language(shop.locale))) from unnest(s.keys) other where other <> run)))
        from search_synonym s join shop using (config_id) cross join unnest(${runs}::text[]) run
        where s.config_id = ${shopId} and s.keys && ${runs}::text[] and run = any(s.keys)
      ), '[]') as synonyms,
      coalesce(r.pinned, '{}') as pinned, coalesce(r.hidden, '{}') as hidden,
      coalesce((
        select json_agg(json_build_object('productId', p.product_id, 'weight', search_signal_now(p.weight, p.counted_on)))
        from search_signal g join search_signal_product p on p.config_id = g.config_id and p.signal_id = g.id
        where g.config_id = ${shopId} and g.q = ${key} and ${learnsFromClicks(shopId)}
      ), '[]') as signal
    from (select) one left join search_rule r on r.config_id = ${shopId} and r.q = ${key}`,
  ).execute(db)
  return rows[0] ?? { synonyms: [], pinned: [], hidden: [], signal: [] }
}
