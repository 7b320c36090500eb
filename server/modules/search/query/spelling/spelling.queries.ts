import { sql } from 'kysely'
import { prepared, type Database } from '#server/db/connect.ts'
import { isCompounding, type Language } from '../language.ts'
import { editDistanceCandidates, singulars, type Candidate } from './spelling.ts'

/** A word that the shop knows. */
export interface KnownWord {
  stem: string
  documentCount: number
}

const MAX_SOUNDING_ALIKE = 50

/** For each word, the words of the shop at edit distance 1, those with similar trigrams, and those that sound alike. */
export async function listSimilarWords(
  db: Database,
  shopId: number,
  words: readonly string[],
): Promise<Map<string, Candidate[]>> {
  const pairs = words.flatMap((word) =>
    [word, ...singulars(word)]
      .flatMap((form) =>
        form === word ? editDistanceCandidates(form) : [form, ...editDistanceCandidates(form)],
      )
      .map((candidate) => ({ word, candidate })),
  )
  const { rows } = await prepared(
    'list_similar_words',
    sql<Candidate & { misspelt: string }>`
    select misspelt, word, stem, name_count as "nameCount"
    from unnest(${pairs.map(({ word }) => word)}::text[], ${pairs.map(({ candidate }) => candidate)}::text[])
      pair (misspelt, candidate)
    join search_word on config_id = ${shopId} and word = candidate
    union
    select misspelt, similar_word.word, similar_word.stem, similar_word.name_count
    from unnest(${words}::text[]) misspelt cross join lateral (
      select word, stem, name_count from search_word
      where config_id = ${shopId} and name_count > 0 and length(misspelt) between 6 and 20 and word % misspelt
      order by similarity(word, misspelt) desc, name_count desc limit 20) similar_word
    union
    select misspelt, sound.word, sound.stem, sound.name_count
    from unnest(${words}::text[]) misspelt cross join lateral (
      select word, stem, name_count from search_word
      where config_id = ${shopId} and name_count > 0 and length(misspelt) between 6 and 20 and search_sound(word) = search_sound(misspelt)
      order by name_count desc limit ${MAX_SOUNDING_ALIKE}) sound`,
  ).execute(db)
  return Map.groupBy(rows, ({ misspelt }) => misspelt)
}

/** Names that share this many first letters are compared with a beginning that may have two errors. */
const SHARED_LETTERS = 2
const MAX_PER_BEGINNING = 20
const MAX_SHARING = 1000

/**
 * The words that begin almost like the text: with a text at edit distance 1, or, in names, with its first letters. The caller
 * compares them.
 */
export async function listSimilarBeginnings(
  db: Database,
  shopId: number,
  text: string,
): Promise<Candidate[]> {
  const { rows } = await prepared(
    'list_similar_beginnings',
    sql<Candidate>`
    select word, stem, name_count as "nameCount" from unnest(${editDistanceCandidates(text)}::text[]) beginning cross join lateral (
      select word, stem, name_count from search_word
      where config_id = ${shopId} and word >= beginning and word < beginning || chr(1114111)
      order by word limit ${MAX_PER_BEGINNING}) begun
    union
    (select word, stem, name_count from search_word
      where config_id = ${shopId} and word >= ${text.slice(0, SHARED_LETTERS)}
        and word < ${text.slice(0, SHARED_LETTERS)} || chr(1114111) and length(word) >= ${text.length} - 1 and name_count > 0
      order by name_count desc limit ${MAX_SHARING})`,
  ).execute(db)
  return rows
}

/** For each query, how many products match it, counted up to `atMost`. */
export async function countMatches(
  db: Database,
  shopId: number,
  queries: readonly string[],
  atMost: number,
): Promise<number[]> {
  if (queries.length === 0) return []
  const { rows } = await prepared(
    'count_search_matches',
    sql<{ count: number }>`
    select cardinality(search_candidates(${shopId}, ${atMost}, query, null, null, false)) as count
    from unnest(${queries}::tsquery[]) with ordinality q (query, place) order by place`,
  ).execute(db)
  return rows.map(({ count }) => count)
}

/** The words that the shop knows; where compounds are written as one word, also with another ending. */
export async function listKnownWords(
  db: Database,
  shopId: number,
  language: Language,
  words: readonly string[],
): Promise<Map<string, KnownWord>> {
  if (words.length === 0) return new Map()
  if (isCompounding(language)) return listKnownStems(db, shopId, language, words)
  const { rows } = await prepared(
    'list_known_words',
    sql<KnownWord & { word: string }>`
    select word, stem, document_count as "documentCount" from search_word where config_id = ${shopId} and word = any(${words})`,
  ).execute(db)
  return new Map(rows.map(({ word, ...known }) => [word, known]))
}

/** Parts of compounds have no fewer letters. */
const MIN_PART_LENGTH = 3

async function listKnownStems(
  db: Database,
  shopId: number,
  language: Language,
  words: readonly string[],
): Promise<Map<string, KnownWord>> {
  const { rows } = await prepared(
    'list_known_stems',
    sql<KnownWord & { word: string }>`
    select distinct on (asked.word) asked.word, k.stem, k.document_count as "documentCount"
    from (
      select distinct word, search_stem(word, ${language}) as stem from unnest(${words}::text[]) word
      where length(word) >= ${MIN_PART_LENGTH} and not is_search_stop_word(word, ${language})
    ) asked
    join search_word k on k.config_id = ${shopId} and k.stem = asked.stem
    where length(k.stem) >= ${MIN_PART_LENGTH}
    order by asked.word, k.document_count desc`,
  ).execute(db)
  return new Map(rows.map(({ word, ...known }) => [word, known]))
}
