import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { prepared } from '#server/db/prepared.ts'
import { editDistanceCandidates, type Candidate } from './spelling.ts'

/** For each word, the words of the shop at edit distance 1, and those with similar trigrams. */
export async function listSimilarWords(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, Candidate[]>> {
  const pairs = words.flatMap((word) =>
    editDistanceCandidates(word).map((candidate) => ({ word, candidate })),
  )
  const { rows } = await prepared(
    'list_similar_words',
    sql<Candidate & { misspelt: string }>`
    select misspelt, word, stem, name_count as "nameCount"
    from unnest(${pairs.map(({ word }) => word)}::text[], ${pairs.map(({ candidate }) => candidate)}::text[])
      pair (misspelt, candidate)
    join search_word on config_id = ${configId} and word = candidate
    union
    select misspelt, similar_word.word, similar_word.stem, similar_word.name_count
    from unnest(${words}::text[]) misspelt cross join lateral (
      select word, stem, name_count from search_word
      where config_id = ${configId} and name_count > 0 and length(misspelt) between 6 and 20 and word % misspelt
      order by similarity(word, misspelt) desc, name_count desc limit 20) similar_word`,
  ).execute(db)
  return Map.groupBy(rows, ({ misspelt }) => misspelt)
}

/** The stems of the two known words that make up each compound: "bookcase" → "book" and "case". */
export async function splitCompounds(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, [first: string, second: string]>> {
  const { rows } = await prepared(
    'find_compound_parts',
    sql<{ compound: string; first: string; second: string }>`
    select distinct on (compound) compound, a.stem as first, b.stem as second
    from unnest(${words}::text[]) compound cross join lateral generate_series(2, length(compound) - 2) cut
    join search_word a on a.config_id = ${configId} and a.word = left(compound, cut)
    join search_word b on b.config_id = ${configId} and b.word = substr(compound, cut + 1)
    order by compound, least(a.document_count, b.document_count) desc, cut`,
  ).execute(db)
  return new Map(rows.map(({ compound, first, second }) => [compound, [first, second]]))
}

/** The words that the shop knows, with their stems. */
export async function listKnownWords(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const { rows } = await prepared(
    'list_known_words',
    sql<{ word: string; stem: string }>`
    select word, stem from search_word where config_id = ${configId} and word = any(${words})`,
  ).execute(db)
  return new Map(rows.map(({ word, stem }) => [word, stem]))
}
