import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'

/** Keeps every statement well below the statement timeout. */
const BATCH_SIZE = 1000
const MINUTE_MS = 60_000

/** Writes the search documents of orders and customers that were there before the documents, or that an import restored. */
export const recordSearchJob = (db: Database): Job => ({
  name: 'record_search_documents',
  firstRunMs: 1000,
  intervalMs: MINUTE_MS,
  run: async (signal) => {
    while (!signal.aborted && (await writeMissingDocuments(db)) > 0);
  },
})

/** Writes one batch, the newest records first. Returns how many records it looked at; 0: nothing is missing. */
export async function writeMissingDocuments(db: Database, batchSize = BATCH_SIZE): Promise<number> {
  const { rows } = await sql<{ count: number }>`select write_search_backlog(${batchSize}) as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
