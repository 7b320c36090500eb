import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { ok, type Result } from './result.ts'

/** Where the background jobs run; undefined while the shop is stopped. */
export async function checkJobs(db: Database): Promise<Result | undefined> {
  const lease = await db
    .selectFrom('job_lease')
    .select('host')
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return lease && ok(`They run on ${lease.host}.`)
}
