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

/**
 * Lets the commit of a transaction that only reads wait for a replica, where writing ones do. What it has read may be on this
 * server alone: a commit that lost its client before a replica had it is visible all the same. Without such a replica it
 * costs nothing.
 */
export async function commitOnReplica(tx: Transaction<DB>): Promise<void> {
  // A transaction without an entry in the log would not wait.
  await sql`select pg_logical_emit_message(true, 'haat', 'replay')
    where current_setting('synchronous_standby_names') <> ''`.execute(tx)
}
