import { sql } from 'kysely'
import type { Database, Transaction } from '#server/db/connect.ts'

/** Backups contain all shops. Those of an installation belong to its first. */
export const installationShop = 1

/** What a finished backup is recorded with. Times are in seconds. */
export interface Result {
  file: string
  bytes: number
  rows: number
  uploads: number
  missingUploads: number
  backupSeconds: number
  proofSeconds: number
  findings: number
}

/** Requests a backup, unless one is waiting or running. */
export async function insertRequest(db: Database): Promise<void> {
  await sql`insert into backup (config_id) values (${installationShop})
    on conflict (config_id) where finished_at is null do nothing`.execute(db)
  await sql`select pg_notify('backup', '')`.execute(db)
}

/** Requests a backup if none was requested since this time of day, "03:00", in the shop's time zone. */
export async function requestNightlyBackup(db: Database, time: string): Promise<void> {
  await sql`
    insert into backup (config_id)
    select s.config_id from shop s
    where s.config_id = ${installationShop} and not exists (
      select from backup b where b.config_id = s.config_id
        and b.requested_at > (date_trunc('day', now() at time zone s.time_zone) + ${time}::interval
          - case when (now() at time zone s.time_zone)::time < ${time}::time then interval '1 day' else interval '0' end
        ) at time zone s.time_zone
    )
    on conflict (config_id) where finished_at is null do nothing`.execute(db)
}

/** Whether a backup was requested and has not begun. */
export async function isBackupWaiting(db: Database): Promise<boolean> {
  const row = await db
    .selectFrom('backup')
    .select('id')
    .where('config_id', '=', installationShop)
    .where('finished_at', 'is', null)
    .where('started_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Begins the waiting backup, or one of its own, and returns its id. The caller holds the backup lock. */
export async function beginBackup(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into backup (config_id, started_at) values (${installationShop}, clock_timestamp())
    on conflict (config_id) where finished_at is null do update set started_at = clock_timestamp()
    returning id`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The backup was not recorded')
  return row.id
}

/** Records a proved backup. Deletes the records of those from before 400 days. */
export async function noteSuccess(db: Database, id: number, result: Result): Promise<void> {
  await db
    .updateTable('backup')
    .set({
      finished_at: sql<Date>`clock_timestamp()`,
      file: result.file,
      bytes: result.bytes,
      row_count: result.rows,
      uploads: result.uploads,
      missing_uploads: result.missingUploads,
      backup_seconds: result.backupSeconds,
      proof_seconds: result.proofSeconds,
      findings: result.findings,
    })
    .where('config_id', '=', installationShop)
    .where('id', '=', id)
    .execute()
  await sql`delete from backup
    where config_id = ${installationShop} and finished_at < now() - interval '400 days'`.execute(db)
}

/** Records that the file of a backup was deleted by the retention rules. */
export async function notePruned(db: Database, files: readonly string[]): Promise<void> {
  if (files.length === 0) return
  await db
    .updateTable('backup')
    .set({ pruned_at: sql<Date>`clock_timestamp()` })
    .where('config_id', '=', installationShop)
    .where('file', 'in', files)
    .execute()
}

/** Records why a backup failed. */
export async function noteFailure(tx: Transaction, id: number, error: string): Promise<void> {
  await tx
    .updateTable('backup')
    .set({ finished_at: sql<Date>`clock_timestamp()`, error: error.replaceAll('\0', '').slice(0, 1000) })
    .where('config_id', '=', installationShop)
    .where('id', '=', id)
    .execute()
}
