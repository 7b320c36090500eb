import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Job } from '#server/platform/jobs/job.ts'
import { countWords, indexDue } from './search-index.writes.ts'

const HALF_HOUR_MS = 1_800_000
const THREE_HOURS_MS = 10_800_000

/**
 * Index changed products every 5 s, count the words of every shop each half hour, and apply new clicks and orders to cached pages
 * every three hours.
 */
export const searchJobs = (db: Database): Job[] => [
  { name: 'search_documents', intervalMs: 5000, run: () => indexDue(db) },
  { name: 'search_words', firstRunMs: 60_000, intervalMs: HALF_HOUR_MS, run: () => countAllWords(db) },
  { name: 'search_signal', intervalMs: THREE_HOURS_MS, run: () => renewChangedSearches(db) },
]

async function countAllWords(db: Database): Promise<void> {
  const shops = await db.selectFrom('shop').select('config_id').execute()
  for (const { config_id: shopId } of shops) await countWords(db, shopId)
}

/** Drops the cached pages of shops whose signal changed since the last run, or in the one before, which may have failed. */
async function renewChangedSearches(db: Database): Promise<void> {
  await sql`
    select pg_notify('catalog', config_id::text) from search_signal
    where changed_at > now() - ${2 * THREE_HOURS_MS} * interval '1 millisecond' group by config_id`.execute(
    db,
  )
}
