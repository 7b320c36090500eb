import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** From so many documents the counts of words are near enough. */
const enough = 20_000

/** Counts in how many documents of a shop each word occurs, by which it is told how much a word says; of a large shop from a sample. */
export async function countWords(db: Database, configId: number): Promise<void> {
  const { rows } = await sql<{ share: number }>`
    select least(100, 100.0 * ${enough} / greatest(1, max(reltuples)))::float8 as share
    from pg_class where oid = 'search_document'::regclass`.execute(db)
  const share = rows[0]?.share ?? 100
  await db.transaction().execute((tx) => sql`select count_words(${configId}, ${share}::real)`.execute(tx))
}

/** So that each statement ends well within its time. */
const batch = 500

/** Writes the documents that a transaction has left because they were too many for its end. Answers how many. */
export async function indexDue(db: Database): Promise<number> {
  for (let sum = 0; ;) {
    const { rows } = await sql<{ count: number }>`select index_due(${batch}) as count`.execute(db)
    const count = rows[0]?.count ?? 0
    sum += count
    if (count < batch) return sum
  }
}
