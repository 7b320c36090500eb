import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { slipsOf, type Candidate } from './spelling.ts'

/** For each of these words, words of the shop that are one slip away from it, or look like it. */
export async function listSimilar(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, Candidate[]>> {
  const slips = words.flatMap((word) => slipsOf(word).map((slip) => ({ word, slip })))
  const { rows } = await sql<Candidate & { asked: string }>`/* planned once */
    select asked, word, stem, named
    from unnest(${slips.map(({ word }) => word)}::text[], ${slips.map(({ slip }) => slip)}::text[]) s (asked, slip)
    join search_word on config_id = ${configId} and word = slip
    union
    select asked, near.* from unnest(${words}::text[]) asked cross join lateral (
      select word, stem, named from search_word
      where config_id = ${configId} and named > 0 and length(asked) between 6 and 20 and word % asked
      order by similarity(word, asked) desc, named desc limit 20) near`.execute(db)
  return Map.groupBy(rows, ({ asked }) => asked)
}

/** For each of these words, two words of the shop that it is made of: "bookcase" of "book" and "case". */
export async function findParts(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, [first: string, second: string]>> {
  const { rows } = await sql<{ asked: string; first: string; second: string }>`/* planned once */
    select distinct on (asked) asked, a.stem as first, b.stem as second
    from unnest(${words}::text[]) asked cross join lateral generate_series(2, length(asked) - 2) cut
    join search_word a on a.config_id = ${configId} and a.word = left(asked, cut)
    join search_word b on b.config_id = ${configId} and b.word = substr(asked, cut + 1)
    order by asked, least(a.documents, b.documents) desc, cut`.execute(db)
  return new Map(rows.map(({ asked, first, second }) => [asked, [first, second]]))
}

/** Those of these words that the shop knows, with their stems. */
export async function listKnown(
  db: Database,
  configId: number,
  words: readonly string[],
): Promise<Map<string, string>> {
  if (words.length === 0) return new Map()
  const { rows } = await sql<{ word: string; stem: string }>`/* planned once */
    select word, stem from search_word where config_id = ${configId} and word = any(${words})`.execute(db)
  return new Map(rows.map(({ word, stem }) => [word, stem]))
}
