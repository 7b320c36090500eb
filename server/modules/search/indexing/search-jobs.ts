import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { countWords, indexDue } from './search-index.writes.ts'

const HALF_HOUR_MS = 1_800_000

/** Index changed products every 5 s, and count the words of every shop each half hour. */
export const searchJobs = (db: Database): Job[] => [
  { name: 'search_documents', intervalMs: 5000, run: () => indexDue(db) },
  { name: 'search_words', firstRunMs: 60_000, intervalMs: HALF_HOUR_MS, run: () => countAllWords(db) },
]

async function countAllWords(db: Database): Promise<void> {
  const shops = await db.selectFrom('shop').select('config_id').execute()
  for (const { config_id: shopId } of shops) await countWords(db, shopId)
}
