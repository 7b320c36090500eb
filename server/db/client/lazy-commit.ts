import { sql, type Transaction } from 'kysely'
import type { DB } from '../schema.ts'

/**
 * Lets a transaction commit before its log is on disk, for work that repeats itself after a crash. Where the database has
 * replicas it waits all the same: others would see a commit that no replica can have yet.
 */
export async function commitLazily(tx: Transaction<DB>): Promise<void> {
  await sql`select set_config('synchronous_commit', 'off', true)
    where not exists (select from pg_stat_replication)`.execute(tx)
}
