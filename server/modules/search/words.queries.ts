import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Segment } from './query-text.ts'

/** A word of a search text with what the shop knows of it. */
export interface AskedWord {
  /** Index of its segment, and its place in there. */
  segment: number
  place: number
  word: string
  stem: string
  /** One that says nothing: "the". */
  stop: boolean
  /** How many documents have its stem; 0 where none has. */
  documents: number
  /** Stems of words in names that begin with it, and that contain it elsewhere; the commonest first. */
  begins: KnownStem[]
  contains: KnownStem[]
  /** Those with the word in their name. */
  categories: number[]
  subcategories: number[]
}

/** A stem, and in how many names it occurs. */
export interface KnownStem {
  stem: string
  named: number
}

/** Further words of a text are not looked at. */
const most = { words: 12, expansions: 100, common: 1000 }

/**
 * Looks up each word of a search text. One or two letters are looked for in other words only where they come last and somebody
 * may still be typing, and within words only in the commonest.
 */
export async function lookUpWords(
  db: Database,
  configId: number,
  segments: readonly Segment[],
): Promise<AskedWord[]> {
  const texts = segments.map(({ text }) => text)
  const words = sql`(select word, stem, named from search_word where config_id = ${configId} and named > 0)`
  const common = sql`(
    select word, stem, named from search_word where config_id = ${configId} and named > 0 order by named desc limit ${most.common})`
  const { rows } = await sql<AskedWord>`/* planned once */
    with asked as materialized (
      select segment - 1 as segment, place, left(word, 40) as word, search_stem(word) as stem,
        segment = ${texts.length} and place = max(place) over (partition by segment) as is_last
      from unnest(${texts}::text[]) with ordinality s (text, segment)
      cross join lateral regexp_split_to_table(search_key(s.text), ' ') with ordinality w (word, place)
      where word <> ''
      order by segment, place limit ${most.words}
    )
    select a.segment::int, a.place::int, a.word, a.stem, ts_lexize('pg_catalog.english_stem', a.word) = '{}' as stop,
      coalesce((select max(k.documents) from search_word k where k.config_id = ${configId} and k.stem = a.stem), 0) as documents,
      case when length(a.word) > 2 or a.is_last
        then ${expansions(words, sql`k.word > a.word and k.word < a.word || chr(1114111)`)} else '[]' end as begins,
      case when length(a.word) > 2 then ${expansions(words, sql`k.word like '_%' || a.word || '%'`)}
        when a.is_last then ${expansions(common, sql`strpos(k.word, a.word) > 1`)} else '[]' end as contains,
      array(select c.id from category c where c.config_id = ${configId} and a.stem = any(c.stems)) as categories,
      array(select c.id from subcategory c where c.config_id = ${configId} and a.stem = any(c.stems)) as subcategories
    from asked a order by a.segment, a.place`.execute(db)
  return rows
}

/** The stems of the commonest of these words, `k`, that meet a condition with the word `a`. */
function expansions(words: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select coalesce(json_agg(json_build_object('stem', stem, 'named', named) order by named desc, stem), '[]') from (
      select k.stem, max(k.named) as named from ${words} k
      where k.stem <> a.stem and ${condition} group by k.stem order by 2 desc, 1 limit ${most.expansions}
    ) stems)`
}

/** How many products shoppers see. */
export async function countShown(db: Database, configId: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`/* planned once */
    select coalesce(sum(change), 0)::int as total from product_tally
    where config_id = ${configId} and facet = 0`.execute(db)
  return rows[0]?.total ?? 0
}

/** What staff has said about a text: words that mean the same as words of it, and what is pinned and hidden. */
export interface Said {
  /** Each with the stems of what may stand for it. */
  synonyms: { key: string; others: string[][] }[]
  pinned: number[]
  hidden: number[]
}

/** `runs`: words of the text that follow one another, `key`: the whole of it, each in the form in which texts are compared. */
export async function findSaid(
  db: Database,
  configId: number,
  { runs, key }: { runs: readonly string[]; key: string },
): Promise<Said> {
  const { rows } = await sql<Said>`/* planned once */
    select coalesce((
        select json_agg(json_build_object('key', run, 'others', (
          select json_agg(search_stems(other)) from unnest(s.keys) other where other <> run)))
        from search_synonym s cross join unnest(${runs}::text[]) run
        where s.config_id = ${configId} and s.keys && ${runs}::text[] and run = any(s.keys)
      ), '[]') as synonyms,
      coalesce(r.pinned, '{}') as pinned, coalesce(r.hidden, '{}') as hidden
    from (select) one left join search_rule r on r.config_id = ${configId} and r.q = ${key}`.execute(db)
  return rows[0] ?? { synonyms: [], pinned: [], hidden: [] }
}
