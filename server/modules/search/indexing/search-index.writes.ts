import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'

/** A sample of this many documents is precise enough for word frequencies. */
const SAMPLE_SIZE = 20_000

/** Counts the documents of a shop that contain each word, from a sample in a large shop. The ranking weighs words by it. */
export async function countWords(db: Database, shopId: number): Promise<void> {
  const { rows } = await sql<{ share: number }>`
    select least(100, 100.0 * ${SAMPLE_SIZE} / greatest(1, max(reltuples)))::float8 as share
    from pg_class where oid = 'search_document'::regclass`.execute(db)
  const share = rows[0]?.share ?? 100
  await db
    .transaction()
    .execute((tx) => sql`select count_search_words(${shopId}, ${share}::real)`.execute(tx))
}

/** Has the search documents of products written when the transaction ends, for changes of their specifications. */
export async function queueSearchDocuments(
  tx: Transaction,
  shopId: number,
  productIds: readonly number[],
): Promise<void> {
  await sql`
    select queue_search_documents(array_agg(${shopId}::integer), array_agg(id))
    from unnest(${productIds}::integer[]) id having count(*) > 0`.execute(tx)
}

/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 500

/** Writes the queued search documents: large transactions leave them to this job. Returns how many there were. */
export async function indexDue(db: Database): Promise<number> {
  for (let indexed = 0; ;) {
    const { rows } = await sql<{
      count: number
    }>`select index_queued_products(${BATCH_SIZE}) as count`.execute(db)
    const count = rows[0]?.count ?? 0
    indexed += count
    if (count < BATCH_SIZE) return indexed
  }
}
