import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { slipsOf, type Candidate } from './spelling.ts'

/** Words of the shop that are one slip away from this one, or look like it. */
export async function listSimilar(db: Database, configId: number, word: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select word, stem, named from search_word where config_id = ${configId} and word = any(${slipsOf(word)})
    union
    (select word, stem, named from search_word
      where config_id = ${configId} and named > 0 and length(${word}) between 6 and 20 and word % ${word}
      order by similarity(word, ${word}) desc, named desc limit 20)`.execute(db)
  return rows
}

/** Two words of the shop that this one is made of: "bookcase" of "book" and "case". */
export async function findParts(
  db: Database,
  configId: number,
  word: string,
): Promise<[first: string, second: string] | undefined> {
  const cuts = Array.from({ length: Math.max(0, word.length - 3) }, (_, index) => index + 2)
  const { rows } = await sql<{ first: string; second: string }>`
    select a.stem as first, b.stem as second
    from unnest(${cuts}::int[]) cut
    join search_word a on a.config_id = ${configId} and a.word = left(${word}, cut)
    join search_word b on b.config_id = ${configId} and b.word = substr(${word}, cut + 1)
    order by least(a.documents, b.documents) desc, cut limit 1`.execute(db)
  return rows[0] && [rows[0].first, rows[0].second]
}

/** Those of these words that the shop knows, with their stems. */
export async function listKnown(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; stem: string }>`
    select word, stem from search_word where config_id = ${configId} and word = any(${words})`.execute(db)
  return new Map(rows.map(({ word, stem }) => [word, stem]))
}
